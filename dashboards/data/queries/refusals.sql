-- Lines that are still in quarantine, the newest first.
select
    quarantine.quarantined_at,
    parse_filename(quarantine.source) as source,
    quarantine.line_no,
    quarantine.code,
    quarantine.message
from quarantine
where quarantine.resolved_at is null
order by quarantine.quarantine_id desc
limit ?
