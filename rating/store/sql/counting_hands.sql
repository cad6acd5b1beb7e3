-- counting_hands: a hand that counts for Ratings.
-- grain:  one row per hand_id
-- reads:  hands, hand_sides
-- units:  margin is the points of side 0 minus those of side 1; ended_at, $starts_at
--         and $ends_at (left out) in microseconds since 1970; $ladder null is every
--         ladder; digest tells all of this, and in hand_seats who played it

with

-- Three-sided play has no Rating.
three_sides as (

    select hand_id

    from hand_sides

    where side = 2

),

-- A game should end once; whose games end again must be remembered.
ending_again as (

    select game_id

    from hands

    where
        is_game_over
        and ended_by != 'abandoned'

    group by game_id

    having count(*) > 1

),

chosen as (

    select
        hands.hand_id,
        hands.game_id,
        hands.hand_no,
        epoch_us(hands.ended_at) as ended_at,
        split_part(hands.ruleset, '-', 1) || '/' || hands.mode as ladder,
        -- A live hand has no device, whatever a log says.
        case when hands.mode = 'solo' then hands.device_id end as device_id,
        first_side.margin,
        hands.is_game_over,
        hands.is_game_over and hands.game_id in (from ending_again) as ends_again

    from hands

    inner join hand_sides as first_side
        on hands.hand_id = first_side.hand_id and first_side.side = 0

    where
        hands.ended_by != 'abandoned'
        and hands.hand_id not in (from three_sides)
        and hands.ended_at >= make_timestamptz($starts_at)
        and hands.ended_at < make_timestamptz($ends_at)

)

select
    *,
    hash(
        hand_id, game_id, hand_no, ended_at, device_id, margin, is_game_over, ends_again
    ) as digest

from chosen

where $ladder is null or ladder = $ladder
