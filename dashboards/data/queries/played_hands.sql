-- The hands of one player's own seat that were played to their end, and the day each
-- counts to; Ratings whole, as pages show them, null where the hand moved none.
-- grain: hand_id. Other queries read it as played_hands.
select *
from (
    select
        finished_sides.hand_id,
        finished_sides.game_id,
        finished_sides.ruleset,
        finished_sides.mode,
        finished_sides.ended_at,
        day_of(finished_sides.ended_at, $zone, $day_start) as day,
        hand_seats.seat,
        hand_seats.side,
        hand_seats.is_away,
        finished_sides.points,
        finished_sides.points - finished_sides.margin as other_points,
        finished_sides.won,
        cast(round(rating_changes.rating_before) as bigint) as rating_before,
        cast(round(rating_changes.rating_after) as bigint) as rating_after,
        cast(round(rating_changes.form_after) as bigint) as form_after
    from hand_seats
    inner join finished_sides
        on finished_sides.hand_id = hand_seats.hand_id
        and finished_sides.side = hand_seats.side
    left join rating_changes
        on rating_changes.hand_id = hand_seats.hand_id
        and rating_changes.player_id = hand_seats.player_id
    where
        hand_seats.player_id = $player_id
        and finished_sides.family = $family
        and finished_sides.mode = $mode
        and ($partner_id is null or hand_seats.partner_id = $partner_id)
) as own
where
    ($first_day is null or own.day >= $first_day)
    and ($last_day is null or own.day <= $last_day)
