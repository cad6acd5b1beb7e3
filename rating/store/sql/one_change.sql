-- one_change: what a hand did to a player, with the configuration of the run.
-- grain:  one row per (hand_id, player_id), none where nothing happened
-- reads:  rating_changes, rating_runs, rating_configs

select
    rating_changes.*,
    rating_configs.toml

from rating_changes

inner join rating_runs
    on rating_changes.rating_run_id = rating_runs.rating_run_id

inner join rating_configs
    on rating_runs.config_id = rating_configs.config_id

where
    rating_changes.hand_id = $hand_id
    and rating_changes.player_id = $player_id
