-- counting_hands: a hand that counts for Ratings.
-- grain:  one row per hand_id
-- reads:  ending_again, counted
-- units:  margin is the points of side 0 minus those of side 1; players and held_by go
--         by seat, held_by with the codes of rating.hands; ended_at, $starts_at and
--         $ends_at (left out) in microseconds since 1970; $ladder null is every
--         ladder; digest tells all of this

with

ending_again as (

    {ending_again}

),

counted as (

    {counted}

),

chosen as (

    select
        hand_id,
        game_id,
        hand_no,
        epoch_us(ended_at) as ended_at,
        split_part(ruleset, '-', 1) || '/' || mode as ladder,
        -- A live hand has no device, whatever a log says.
        case when mode = 'solo' then device_id end as device_id,
        margin,
        is_game_over,
        {ends_again} as ends_again,
        players,
        held_by

    from counted

    where
        ended_by != 'abandoned'
        and ended_at >= make_timestamptz($starts_at)
        and ended_at < make_timestamptz($ends_at)

)

select
    *,
    hash(
        hand_id,
        game_id,
        hand_no,
        ended_at,
        device_id,
        margin,
        is_game_over,
        ends_again,
        players,
        held_by
    ) as digest

from chosen

where $ladder is null or ladder = $ladder
