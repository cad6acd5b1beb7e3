-- counting_hands: a hand that counts for Ratings, with its place in their order.
-- grain:  one row per hand_id
-- reads:  hands, hand_sides
-- units:  margin is the points of side 0 minus those of side 1; ended_at in
--         microseconds since 1970; place from 0

with

-- Three-sided play has no Rating.
two_sides as (

    select
        hand_id,
        sum(case side when 0 then points else -points end)::bigint as margin

    from hand_sides

    group by hand_id

    having count(*) = 2

)

select
    hands.hand_id,
    hands.game_id,
    hands.hand_no,
    epoch_us(hands.ended_at) as ended_at,
    split_part(hands.ruleset, '-', 1) || '/' || hands.mode as ladder,
    -- A live hand has no device, whatever a log says.
    case when hands.mode = 'solo' then hands.device_id end as device_id,
    two_sides.margin,
    hands.is_game_over,
    -- DuckDB compares texts byte by byte, as the order of hands asks.
    row_number() over (
        order by hands.ended_at, hands.game_id, hands.hand_no, hands.hand_id
    ) - 1 as place

from hands

inner join two_sides
    on hands.hand_id = two_sides.hand_id

where hands.ended_by != 'abandoned'
