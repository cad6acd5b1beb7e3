-- add_run: one replay of one ladder.

insert into rating_runs by name

select
    coalesce(max(rating_runs.rating_run_id), 0) + 1 as rating_run_id,
    $ladder as ladder,
    $config_id as config_id,
    $started_at as started_at,
    $n_hands as n_hands,
    $n_rated_seats as n_rated_seats,
    $seconds as seconds,
    $log_loss as log_loss,
    $brier as brier

from rating_runs
