-- files or runs whose outcomes do not add up to their lines
select
    'source' as kind,
    sources.source_id as number,
    sources.lines,
    sources.blank + sources.loaded + sources.replaced + sources.duplicate
    + sources.conflict + sources.quarantined + sources.truncated as accounted

from sources

where accounted <> sources.lines

union all

select
    'run' as kind,
    ingest_runs.ingest_run_id as number,
    ingest_runs.lines,
    ingest_runs.blank + ingest_runs.loaded + ingest_runs.replaced
    + ingest_runs.duplicate + ingest_runs.conflict + ingest_runs.quarantined
    + ingest_runs.truncated as accounted

from ingest_runs

where accounted <> ingest_runs.lines

order by kind, number;
