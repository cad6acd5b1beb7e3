-- counting_hands: a hand that counts for Ratings, with its place in their order.
-- grain:  one row per hand_id
-- reads:  hands, hand_sides
-- units:  margin is the points of side 0 minus those of side 1; ended_at, $starts_at
--         and $ends_at (left out) in microseconds since 1970; place from 0; $ladder
--         null is every ladder

with

chosen as (

    select
        hand_id,
        game_id,
        hand_no,
        mode,
        device_id,
        is_game_over,
        ended_at,
        split_part(ruleset, '-', 1) || '/' || mode as ladder

    from hands

    where
        ended_by != 'abandoned'
        and ended_at >= make_timestamptz($starts_at)
        and ended_at < make_timestamptz($ends_at)
        and ($ladder is null or split_part(ruleset, '-', 1) || '/' || mode = $ladder)

),

-- Three-sided play has no Rating.
two_sides as (

    select
        hand_id,
        sum(case side when 0 then points else -points end)::bigint as margin

    from hand_sides

    where hand_id in (select hand_id from chosen)

    group by hand_id

    having count(*) = 2

)

select
    chosen.hand_id,
    chosen.game_id,
    chosen.hand_no,
    epoch_us(chosen.ended_at) as ended_at,
    chosen.ladder,
    -- A live hand has no device, whatever a log says.
    case when chosen.mode = 'solo' then chosen.device_id end as device_id,
    two_sides.margin,
    chosen.is_game_over,
    -- DuckDB compares texts byte by byte, as the order of hands asks.
    row_number() over (
        order by chosen.ended_at, chosen.game_id, chosen.hand_no, chosen.hand_id
    ) - 1 as place

from chosen

inner join two_sides
    on chosen.hand_id = two_sides.hand_id
