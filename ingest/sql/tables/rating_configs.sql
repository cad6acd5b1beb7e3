create table if not exists rating_configs (
    config_id bigint not null,
    created_at timestamptz not null,
    author varchar not null,
    reason varchar not null,
    toml varchar not null,
    is_live boolean not null,
    parent_config_id bigint,
    applies_from timestamptz,
    before_config_id bigint
);

-- Warehouses from before these columns.
alter table rating_configs add column if not exists applies_from timestamptz;
alter table rating_configs add column if not exists before_config_id bigint;

comment on table rating_configs is 'One version of the rating configuration. Grain: config_id.';
comment on column rating_configs.config_id is 'Number of the version, from 1.';
comment on column rating_configs.created_at is 'When it was made, UTC.';
comment on column rating_configs.author is 'Who made it.';
comment on column rating_configs.reason is 'Why, in the author''s words.';
comment on column rating_configs.toml is 'The whole configuration as TOML.';
comment on column rating_configs.is_live is 'Whether it is the one in use; true in exactly one row.';
comment on column rating_configs.parent_config_id is 'The version it was made from. Null: the first.';
comment on column rating_configs.applies_from is 'Hands that ended from this instant on are rated by it, UTC. Null: every hand is, from the first on.';
comment on column rating_configs.before_config_id is 'The version that says how hands before applies_from are rated. Null: there are none.';
