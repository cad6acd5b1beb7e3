-- fingerprints: the digests of the counting hands of ladders, added up, so that a hand
--               that is late, changed or gone shows.
-- grain:  one row per part of a ladder's time that holds anything
-- reads:  counting_hands
-- units:  part p of the l-th of $ladders (both from 0) is l * $n_parts + p: it lies before
--         the p-th of the ladder's list in $instants and not before the one ahead of
--         it; $instants in microseconds since 1970, rising

with

-- A join: to look a ladder up in a list costs more at every hand.
known_ladders as (

    select
        unnest($ladders) as ladder,
        unnest($instants) as instants,
        unnest(range(len($ladders))) * $n_parts as first_part

)

select
    known_ladders.first_part + len(
        list_filter(known_ladders.instants, lambda x: x <= hands.ended_at)
    ) as part,
    count(*) as n_digests,
    sum(hands.digest)::varchar as digest

from ({counting_hands}) as hands

inner join known_ladders
    on hands.ladder = known_ladders.ladder

group by part
