-- Quartiles of the points or margins of the chosen sides. grain: one row.
with

measured as (
    select
        case $measure
            when 'points' then finished_sides.points
            else finished_sides.margin
        end as measured_points
    from finished_sides
    where
        finished_sides.family = $family
        and finished_sides.mode = $mode
        and ($ruleset is null or finished_sides.ruleset = $ruleset)
        and finished_sides.n_people > 0
        and (
            $player_id is null
            or (finished_sides.hand_id, finished_sides.side) in (
                select (hand_seats.hand_id, hand_seats.side)
                from hand_seats
                where hand_seats.player_id = $player_id and not hand_seats.is_away
            )
        )
)

select
    count(*) as n,
    quantile_cont(measured.measured_points, 0.25) as quarter,
    quantile_cont(measured.measured_points, 0.5) as median,
    quantile_cont(measured.measured_points, 0.75) as three_quarters
from measured
