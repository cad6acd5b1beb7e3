-- Counts over the whole build, and how fresh it is. grain: one row.
select
    (select count(*) from hands) as n_hands,
    (select count(*) from hands where hands.status = 'unverified') as n_unverified,
    (select count(*) from hands where hands.ended_by = 'abandoned') as n_abandoned,
    (select count(*) from partial_hands) as n_partial,
    (
        select count(*) from quarantine where quarantine.resolved_at is null
    ) as n_quarantined,
    (select max(ingest_runs.started_at) from ingest_runs) as last_ingest_at,
    (select max(hands.ended_at) from hands) as last_hand_at,
    (select max(builds.published_at) from builds) as published_at
