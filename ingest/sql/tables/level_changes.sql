create table if not exists level_changes (
    ladder varchar not null,
    player_id varchar not null,
    device_id varchar,
    hand_id varchar not null,
    "at" timestamptz not null,
    from_level varchar,
    to_level varchar not null,
    kind varchar not null,
    seq bigint
);

-- Warehouses from before this column.
alter table level_changes add column if not exists seq bigint;

comment on table level_changes is 'One start, promotion or demotion, live run only. Grain: ladder, player_id, device_id, hand_id, kind.';
comment on column level_changes.ladder is '`<ruleset family>/<mode>`.';
comment on column level_changes.player_id is 'The player.';
comment on column level_changes.device_id is 'The device in solo. Null: live, or a device that is unknown.';
comment on column level_changes.hand_id is 'The hand that brought it.';
comment on column level_changes."at" is 'When that hand ended, UTC.';
comment on column level_changes.from_level is 'Level before. Null: self-rated until then.';
comment on column level_changes.to_level is 'Level after.';
comment on column level_changes.kind is '`started`, `promoted` or `demoted`.';
comment on column level_changes.seq is 'The row of rating_changes that brought it: its seq. Null: rated by a version before this column; `coastal replay` sets it.';
