-- counting_hands: a hand that counts for Ratings.
-- grain:  one row per hand_id
-- reads:  counted
-- units:  margin is the points of side 0 minus those of side 1; seated are ids by seat
--         with commas between them, nothing for a computer; held_by goes by seat, too,
--         with the codes of rating.hands; ended_at, $starts_at and
--         $ends_at (left out) in microseconds since 1970

with

counted as (

    {counted}

)

select
    hand_id,
    game_id,
    hand_no,
    epoch_us(ended_at) as ended_at,
    {of_ladders}
    margin,
    -- A byte: Arrow would put eight of them into one.
    is_game_over::utinyint as is_game_over,
    seated,
    held_by

from counted

where
    ended_by != 'abandoned'
    and ended_at >= make_timestamptz($starts_at)
    and ended_at < make_timestamptz($ends_at)
    and {is_asked}
