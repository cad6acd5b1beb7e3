-- first_said: the self-rating that a player gave first.
-- grain:  one row per player_id
-- reads:  player_records
-- units:  said_at in microseconds since 1970; said from 0, the lowest word first

select
    player_id,
    epoch_us("at") as said_at,
    list_position($words, self_rating) - 1 as said

from player_records

where self_rating is not null

-- Of several at the same instant the lowest.
qualify row_number() over (partition by player_id order by "at", said) = 1
