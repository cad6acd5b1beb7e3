-- count_hands: how many finished hands of a ladder there are from an instant on.
-- grain:  one row
-- reads:  hands
-- units:  $starts_at in microseconds since 1970

select count(*) as n_hands

from hands

where
    ended_by != 'abandoned'
    and ended_at >= make_timestamptz($starts_at)
    and split_part(ruleset, '-', 1) || '/' || mode = $ladder
