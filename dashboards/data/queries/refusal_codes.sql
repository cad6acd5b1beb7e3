-- Lines that are still in quarantine, by code. grain: code.
select
    quarantine.code,
    count(*) as n_lines,
    count(distinct quarantine.source) as n_files,
    max(quarantine.quarantined_at) as last_at
from quarantine
where quarantine.resolved_at is null
group by quarantine.code
order by n_lines desc, quarantine.code
