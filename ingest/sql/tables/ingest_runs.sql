create table if not exists ingest_runs (
    ingest_run_id bigint not null,
    started_at timestamptz not null,
    files bigint not null,
    bytes bigint not null,
    verify varchar not null,
    lines bigint not null,
    blank bigint not null,
    loaded bigint not null,
    replaced bigint not null,
    duplicate bigint not null,
    conflict bigint not null,
    quarantined bigint not null,
    truncated bigint not null,
    players bigint not null,
    seconds double not null
);

comment on table ingest_runs is 'One run of `coastal ingest`. Grain: ingest_run_id.';
comment on column ingest_runs.ingest_run_id is 'Number of the run, from 1.';
comment on column ingest_runs.started_at is 'When it started, UTC.';
comment on column ingest_runs.files is 'Files looked at.';
comment on column ingest_runs.bytes is 'Bytes of those files.';
comment on column ingest_runs.verify is '`all`, `sample` or `none`: which hands with moves were replayed.';
comment on column ingest_runs.lines is 'Lines accounted for; the outcome columns add up to it.';
comment on column ingest_runs.blank is 'Lines of white space only.';
comment on column ingest_runs.loaded is 'Lines that were new and sound.';
comment on column ingest_runs.replaced is 'Complete hands, or longer partial ones, that replaced a partial one.';
comment on column ingest_runs.duplicate is 'Lines whose content was held already.';
comment on column ingest_runs.conflict is 'Lines with a held hand_id and other content.';
comment on column ingest_runs.quarantined is 'Lines refused for any other reason.';
comment on column ingest_runs.truncated is 'Incomplete last lines and archives that end early.';
comment on column ingest_runs.players is 'Player records among the loaded lines.';
comment on column ingest_runs.seconds is 'Seconds the run took, without replay and publication.';
