-- fingerprints: the digests of the counting hands of ladders and of their seats, added
--               up, so that a hand that is late, changed or gone shows.
-- grain:  one row per part of a ladder's time that holds anything
-- reads:  counting_hands, counting_seats
-- units:  part p of the l-th of $ladders (both from 0) is l * $n_parts + p: it lies before
--         the p-th of the ladder's list in $instants and not before the one ahead of
--         it; $instants in microseconds since 1970, rising

with

counting_hands as materialized (

    select
        hand_id,
        digest,
        (list_position($ladders, ladder) - 1) * $n_parts
        + len(
            list_filter(
                $instants[list_position($ladders, ladder)], lambda x: x <= ended_at
            )
        ) as place

    from ({counting_hands})

    where list_contains($ladders, ladder)

)

select
    place as part,
    count(*) as n_digests,
    sum(digest)::varchar as digest

from (

    select
        place,
        digest

    from counting_hands

    union all

    select
        place,
        digest

    from ({counting_seats})

)

group by part
