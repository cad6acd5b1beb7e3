-- Rows of played_hands.sql, which comes first, the newest first, with the names at
-- the table. grain: hand_id.
chosen as (
    select played_hands.*
    from played_hands
    order by played_hands.ended_at desc, played_hands.hand_id desc
    limit $n_rows
    offset $n_before
),

names as (
    select
        chosen.hand_id,
        string_agg(coalesce(players.name, 'computer'), ', ' order by others.seat)
            filter (others.side = chosen.side) as partner,
        string_agg(coalesce(players.name, 'computer'), ', ' order by others.seat)
            filter (others.side <> chosen.side) as opponents
    from chosen
    inner join hand_seats as others
        on others.hand_id = chosen.hand_id
        and others.seat <> chosen.seat
    left join players on players.player_id = others.player_id
    group by chosen.hand_id
)

select
    chosen.hand_id,
    chosen.ended_at,
    chosen.day,
    chosen.ruleset,
    chosen.mode,
    names.partner,
    coalesce(names.opponents, '') as opponents,
    chosen.points,
    chosen.other_points,
    chosen.rating_before,
    chosen.rating_after,
    chosen.form_after,
    chosen.is_away
from chosen
left join names on names.hand_id = chosen.hand_id
order by chosen.ended_at desc, chosen.hand_id desc
