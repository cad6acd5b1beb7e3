-- Everybody with the number of hands they sat at, by name.
with

played as (
    select
        hand_seats.player_id,
        count(*) as n_hands
    from hand_seats
    where hand_seats.player_id is not null
    group by hand_seats.player_id
)

select
    players.player_id,
    players.name,
    coalesce(played.n_hands, 0) as n_hands
from players
left join played on played.player_id = players.player_id
order by lower(players.name), players.player_id
