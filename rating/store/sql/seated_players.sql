-- seated_players: a player who has a seat in a hand of these times, whatever its
--                 ladder, with the self-rating that was given first.
-- grain:  one row per player_id
-- reads:  hand_seats, player_records
-- units:  said_at, $starts_at and $ends_at (left out) in microseconds since 1970;
--         said from 0, the lowest word first; both null where nothing was said

with

first_said as (

    select
        player_id,
        epoch_us("at") as said_at,
        list_position($words, self_rating) - 1 as said

    from player_records

    where self_rating is not null

    -- Of several at the same instant the lowest.
    qualify row_number() over (partition by player_id order by "at", said) = 1

)

select
    seated.player_id,
    first_said.said_at,
    first_said.said

from (

    select distinct player_id

    from hand_seats

    where
        player_id is not null
        and ended_at >= make_timestamptz($starts_at)
        and ended_at < make_timestamptz($ends_at)

) as seated

left join first_said
    on seated.player_id = first_said.player_id

order by seated.player_id
