-- window_ends: instants that cut the hands of a ladder into windows of $size hands.
-- grain:  one row per window but the last
-- reads:  hands
-- units:  microseconds since 1970; hands that ended at one instant stay together

with

numbered as (

    select
        epoch_us(ended_at) as ended_at,
        row_number() over (order by ended_at) as number

    from hands

    where
        ended_by != 'abandoned'
        and ended_at >= make_timestamptz($starts_at)
        and split_part(ruleset, '-', 1) || '/' || mode = $ladder

)

select distinct
    ended_at + 1 as ends_at

from numbered

where number % $size = 0

order by ends_at
