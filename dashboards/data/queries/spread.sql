-- Quartiles of the points or margins of chosen_sides.sql, which comes first.
-- grain: one row.
measured as (
    select
        case $measure
            when 'points' then chosen_sides.points
            else chosen_sides.margin
        end as measured_points
    from chosen_sides
)

select
    count(*) as n,
    quantile_cont(measured.measured_points, 0.25) as quarter,
    quantile_cont(measured.measured_points, 0.5) as median,
    quantile_cont(measured.measured_points, 0.75) as three_quarters
from measured
