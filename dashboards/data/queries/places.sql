-- Counted players by their points, in bars of one width. grain: bar.
-- No bar holds fewer than $fewest_in_bar: what lies outermost is one bar that is open
-- (null), since its edge would tell the highest and the lowest player, and the width
-- is the least at which the bars between have enough. No rows where no width does, or
-- too few players are counted.
widths as (
    select unnest([25, 30, 40, 50, 60, 75, 100, 150, 200, 400, 800]) as width
    where (select count(*) from counted_players) >= $fewest_players
),

binned as (
    select
        widths.width,
        cast(floor(counted_players.points / widths.width) as bigint) as bin_no,
        count(*) as n_players
    from counted_players
    cross join widths
    group by widths.width, bin_no
),

spans as (
    select
        binned.width,
        unnest(range(min(binned.bin_no), max(binned.bin_no) + 1)) as bin_no
    from binned
    group by binned.width
),

summed as (
    select
        spans.width,
        spans.bin_no,
        coalesce(binned.n_players, 0) as n_players,
        sum(coalesce(binned.n_players, 0)) over (
            partition by spans.width order by spans.bin_no
        ) as n_up_to,
        sum(coalesce(binned.n_players, 0)) over (
            partition by spans.width order by spans.bin_no desc
        ) as n_from
    from spans
    left join binned on binned.width = spans.width and binned.bin_no = spans.bin_no
),

ends as (
    select
        summed.width,
        min(summed.bin_no) filter (summed.n_up_to >= $fewest_in_bar) as lowest,
        max(summed.bin_no) filter (summed.n_from >= $fewest_in_bar) as highest
    from summed
    group by summed.width
),

bars as (
    select
        summed.width,
        case
            when ends.lowest >= ends.highest then ends.highest
            else least(greatest(summed.bin_no, ends.lowest), ends.highest)
        end as bar_no,
        any_value(ends.lowest) as lowest,
        any_value(ends.highest) as highest,
        cast(sum(summed.n_players) as bigint) as n_players
    from summed
    inner join ends on ends.width = summed.width
    group by summed.width, bar_no
),

fitting as (
    select min(whole.width) as width
    from (
        select bars.width
        from bars
        group by bars.width
        having min(bars.n_players) >= $fewest_in_bar
    ) as whole
)

select
    bars.width,
    case when bars.bar_no > bars.lowest then bars.bar_no * bars.width end as low,
    case when bars.bar_no < bars.highest then (bars.bar_no + 1) * bars.width end as high,
    bars.n_players
from bars
inner join fitting on fitting.width = bars.width
order by bars.bar_no
