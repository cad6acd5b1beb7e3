-- Sides counted in bins of a round width, about thirty of them. grain: bin.
-- n_own counts the sides of one player (0 without one), n_all every side.
with

measured as (
    select
        case $measure
            when 'points' then finished_sides.points
            else finished_sides.margin
        end as measured_points,
        coalesce(
            (finished_sides.hand_id, finished_sides.side) in (
                select (hand_seats.hand_id, hand_seats.side)
                from hand_seats
                where hand_seats.player_id = $player_id and not hand_seats.is_away
            ),
            false
        ) as is_own
    from finished_sides
    where
        finished_sides.family = $family
        and finished_sides.mode = $mode
        and ($ruleset is null or finished_sides.ruleset = $ruleset)
        and finished_sides.n_people > 0
),

widths as (
    select coalesce(min(candidates.width), 5000) as width
    from (values (10), (25), (50), (100), (200), (250), (500), (1000)) as candidates (width)
    where
        candidates.width * 30 >= (
            select
                quantile_cont(measured.measured_points, 0.995)
                - quantile_cont(measured.measured_points, 0.005)
            from measured
        )
),

counted as (
    select
        cast(floor(measured.measured_points / widths.width) as bigint) as bin_no,
        count(*) filter (measured.is_own) as n_own,
        count(*) as n_all
    from measured
    cross join widths
    group by bin_no
),

bins as (
    select unnest(range(min(counted.bin_no), max(counted.bin_no) + 1)) as bin_no
    from counted
)

select
    cast(bins.bin_no * widths.width as bigint) as low,
    cast((bins.bin_no + 1) * widths.width as bigint) as high,
    coalesce(counted.n_own, 0) as n_own,
    coalesce(counted.n_all, 0) as n_all
from bins
cross join widths
left join counted on counted.bin_no = bins.bin_no
order by low
