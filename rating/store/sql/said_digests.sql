-- said_digests: the digests of what players said of themselves, added up; of every
--               player, for who sits on which ladder is not known here.
-- grain:  one row per part of the time between $instants that holds anything
-- reads:  player_records
-- units:  as in fingerprints

select
    len(list_filter($instants, lambda x: x <= epoch_us("at"))) as part,
    count(*) as n_digests,
    sum(hash(player_id, epoch_us("at"), self_rating, 'said'))::varchar as digest

from player_records

where
    self_rating is not null
    and "at" >= make_timestamptz($starts_at)

group by part
