-- The last runs of `coastal ingest`, the newest first.
select
    ingest_runs.started_at,
    ingest_runs.files,
    ingest_runs.lines,
    ingest_runs.loaded,
    ingest_runs.replaced,
    ingest_runs.duplicate,
    ingest_runs.conflict,
    ingest_runs.quarantined,
    ingest_runs.truncated,
    ingest_runs.seconds
from ingest_runs
order by ingest_runs.ingest_run_id desc
limit ?
