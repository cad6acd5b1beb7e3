-- fingerprints: the digests of the counting hands of a ladder and of their seats,
--               added up, so that a hand that is late, changed or gone shows.
-- grain:  one row per part of the time between $instants that holds anything
-- reads:  numbered_hands, which are counting_hands, and counting_seats
-- units:  part p lies before the p-th of $instants (from 0) and not before the one
--         ahead of it; $instants in microseconds since 1970, rising

with

counting_hands as materialized (

    select
        hand_id,
        digest,
        len(list_filter($instants, lambda x: x <= ended_at)) as place

    from ({counting_hands})

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
