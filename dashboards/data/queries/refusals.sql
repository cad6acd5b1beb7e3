-- Lines that are still in quarantine, the newest first; of a long one the beginning.
select
    quarantine.quarantine_id,
    quarantine.quarantined_at,
    parse_filename(quarantine.source) as source,
    quarantine.line_no,
    quarantine.byte_offset,
    quarantine.code,
    quarantine.message,
    quarantine.raw[1:$n_bytes] as raw,
    octet_length(quarantine.raw) as n_bytes
from quarantine
where quarantine.resolved_at is null
order by quarantine.quarantine_id desc
limit $n_last
