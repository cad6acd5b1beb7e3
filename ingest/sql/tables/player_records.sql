create table if not exists player_records (
    player_id varchar not null,
    "at" timestamptz not null,
    name varchar not null,
    self_rating varchar,
    show_skill boolean not null,
    source_id bigint not null,
    line_no bigint not null
);

comment on table player_records is 'One player record as it was said. Grain: player_id, at, name, self_rating, show_skill.';
comment on column player_records.player_id is 'Who.';
comment on column player_records."at" is 'When this was said, UTC.';
comment on column player_records.name is 'Name to show, as written.';
comment on column player_records.self_rating is '`learning`, `casual`, `experienced` or `expert`. Null: said nothing about it.';
comment on column player_records.show_skill is 'Whether others may see level, Rating, Form and progress.';
comment on column player_records.source_id is 'The file it came from: sources.source_id.';
comment on column player_records.line_no is 'Line within that file, from 1.';
