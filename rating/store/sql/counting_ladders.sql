-- counting_ladders: the ladders that have a counting hand, and the last of them.
-- grain:  one row per ladder
-- reads:  hands, hand_sides
-- units:  last_at in microseconds since 1970

with

-- Three-sided play has no Rating.
three_sides as (

    select hand_id

    from hand_sides

    where side = 2

)

select
    split_part(ruleset, '-', 1) || '/' || mode as ladder,
    epoch_us(max(ended_at)) as last_at

from hands

where
    ended_by != 'abandoned'
    and hand_id not in (select hand_id from three_sides)

group by ladder

order by ladder
