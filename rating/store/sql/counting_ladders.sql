-- counting_ladders: the ladders that have a counting hand, and the last of them.
-- grain:  one row per ladder
-- reads:  hands, plain_hand_sides
-- units:  last_at in microseconds since 1970

with

-- Few rulesets: their ladders are not made up anew for every hand.
rulesets as (

    select
        ruleset,
        mode,
        max(ended_at) as last_at

    from hands

    -- Three-sided play has no Rating.
    where
        ended_by != 'abandoned'
        and (
            len(sides) = 2
            or (
                sides is null
                and hand_id not in (select hand_id from plain_hand_sides where side = 2)
            )
        )

    group by
        ruleset,
        mode

)

select
    split_part(ruleset, '-', 1) || '/' || mode as ladder,
    epoch_us(max(last_at)) as last_at

from rulesets

group by ladder

order by ladder
