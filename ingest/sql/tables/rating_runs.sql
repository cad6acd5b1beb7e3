create table if not exists rating_runs (
    rating_run_id bigint not null,
    ladder varchar not null,
    config_id bigint not null,
    started_at timestamptz not null,
    n_hands bigint not null,
    n_rated_seats bigint not null,
    seconds double not null,
    log_loss double,
    brier double
);

comment on table rating_runs is 'One replay of one ladder. Grain: rating_run_id.';
comment on column rating_runs.rating_run_id is 'Number of the replay, from 1.';
comment on column rating_runs.ladder is '`<ruleset family>/<mode>`.';
comment on column rating_runs.config_id is 'The configuration it used: rating_configs.config_id.';
comment on column rating_runs.started_at is 'When it started, UTC.';
comment on column rating_runs.n_hands is 'Hands it rated.';
comment on column rating_runs.n_rated_seats is 'Rows of rating_changes it made.';
comment on column rating_runs.seconds is 'Seconds it took.';
comment on column rating_runs.log_loss is 'Mean log loss of the expected score against the actual one. Null: nothing was rated.';
comment on column rating_runs.brier is 'Mean squared error of the expected score against the actual one. Null: nothing was rated.';
