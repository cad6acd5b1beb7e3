create table if not exists levels (
    ladder varchar not null,
    level_no bigint not null,
    level varchar not null,
    form_line double,
    hands bigint not null,
    games bigint not null
);

comment on table levels is 'One level of the live configuration. Grain: ladder, level_no.';
comment on column levels.ladder is '`<ruleset family>/<mode>`.';
comment on column levels.level_no is 'Place of the level, from 0, the lowest first.';
comment on column levels.level is 'Name of the level.';
comment on column levels.form_line is 'Form the level asks for, in rating points. Null: the lowest level, which asks for none.';
comment on column levels.hands is 'Rated hands the level asks for.';
comment on column levels.games is 'Finished games the level asks for.';
