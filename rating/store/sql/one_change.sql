-- one_change: what a hand did to a player, with the version of the run and the
--             instant at which it was rated, in microseconds since 1970.
-- grain:  one row per (hand_id, player_id), none where nothing happened
-- reads:  rating_changes, rating_runs, hands

select
    rating_changes.*,
    rating_runs.config_id,
    epoch_us(coalesce(settling.ended_at, rating_changes.ended_at)) as rated_at

from rating_changes

inner join rating_runs
    on rating_changes.rating_run_id = rating_runs.rating_run_id

left join hands as settling
    on rating_changes.settled_by_hand_id = settling.hand_id

where
    rating_changes.hand_id = $hand_id
    and rating_changes.player_id = $player_id
