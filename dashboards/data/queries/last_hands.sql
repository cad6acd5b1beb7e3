-- One player's last rated hands, newest first, with the names at the table.
-- Names only: nobody else's Rating, expected score or side rating is selected.
with

newest as (
    select
        rating_changes.seq,
        rating_changes.hand_id,
        rating_changes.ended_at,
        rating_changes.seat,
        rating_changes.side,
        rating_changes.margin,
        rating_changes.rating_before,
        rating_changes.rating_after,
        rating_changes.form_before,
        rating_changes.form_after,
        rating_changes.rated_hands,
        rating_changes.level,
        rating_changes.level_event,
        rating_changes.settled_by_hand_id is not null as was_settled
    from rating_changes
    where
        rating_changes.player_id = $player_id
        and rating_changes.ladder = $ladder
        and rating_changes.device_id is not distinct from $device_id
    order by rating_changes.seq desc
    limit $n_last
),

table_names as (
    select
        newest.hand_id,
        hand_seats.seat,
        hand_seats.side,
        coalesce(players.name, 'computer') as name
    from newest
    inner join hand_seats on hand_seats.hand_id = newest.hand_id
    left join players on players.player_id = hand_seats.player_id
),

others as (
    select
        newest.hand_id,
        string_agg(table_names.name, ', ' order by table_names.seat)
            filter (table_names.side = newest.side) as partner,
        string_agg(table_names.name, ', ' order by table_names.seat)
            filter (table_names.side <> newest.side) as opponents
    from newest
    inner join table_names on table_names.hand_id = newest.hand_id
    where table_names.seat <> newest.seat
    group by newest.hand_id
),

own_sides as (
    select
        newest.hand_id,
        hand_sides.points
    from newest
    inner join hand_sides
        on hand_sides.hand_id = newest.hand_id
        and hand_sides.side = newest.side
)

select
    newest.hand_id,
    newest.ended_at,
    others.partner,
    coalesce(others.opponents, '') as opponents,
    own_sides.points,
    own_sides.points - newest.margin as other_points,
    newest.margin,
    newest.rating_before,
    newest.rating_after,
    newest.form_before,
    newest.form_after,
    newest.rated_hands,
    newest.level,
    newest.level_event,
    newest.was_settled
from newest
inner join own_sides on own_sides.hand_id = newest.hand_id
left join others on others.hand_id = newest.hand_id
order by newest.seq desc
