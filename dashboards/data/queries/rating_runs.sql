-- The last replays, the newest first.
select
    rating_runs.started_at,
    rating_runs.ladder,
    rating_runs.config_id,
    rating_runs.n_hands,
    rating_runs.n_rated_seats,
    rating_runs.seconds,
    rating_runs.log_loss,
    rating_runs.brier
from rating_runs
order by rating_runs.rating_run_id desc
limit ?
