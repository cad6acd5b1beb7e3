-- counting_ladders: the ladders that have a counting hand, and the last of them.
-- grain:  one row per ladder
-- reads:  hands, and where it says how many sides there are
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
        and {has_two_sides}

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
