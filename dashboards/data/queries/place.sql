-- Where one player stands among the counted ones. grain: one row.
-- The share is rounded down to whole percent, and null where too few are counted or
-- the player is not among them.
own as (
    select counted_players.points
    from counted_players
    where counted_players.player_id = $player_id
)

select
    count(*) as n_players,
    count(own.points) > 0 as is_counted,
    case
        when count(own.points) >= $fewest_players
            then
                cast(
                    floor(
                        100.0
                        * count(*) filter (counted_players.points < own.points)
                        / (count(*) - 1)
                    ) as bigint
                )
    end as percent_below
from counted_players
left join own on true
