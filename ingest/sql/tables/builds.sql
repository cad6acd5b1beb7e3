create table if not exists builds (
    build varchar not null,
    published_at timestamptz not null
);

comment on table builds is 'The published build that this snapshot is. Grain: build, one row; empty in the warehouse.';
comment on column builds.build is 'Name of the build.';
comment on column builds.published_at is 'When it was published, UTC.';
