create table if not exists quarantine (
    quarantine_id bigint not null,
    source varchar not null,
    source_id bigint not null,
    line_no bigint not null,
    byte_offset bigint not null,
    code varchar not null,
    message varchar not null,
    raw blob not null,
    quarantined_at timestamptz not null,
    resolved_at timestamptz
);

-- Added to a table that may be older.
alter table quarantine add column if not exists sheet_id varchar;

comment on table quarantine is 'One refused line, kept byte for byte. Grain: quarantine_id.';
comment on column quarantine.quarantine_id is 'Number of the row, from 1.';
comment on column quarantine.source is 'The file the line came from, as sources.path.';
comment on column quarantine.source_id is 'The same file: sources.source_id.';
comment on column quarantine.line_no is 'Line within the file, from 1.';
comment on column quarantine.byte_offset is 'Where the line starts, in bytes from the start of the (decompressed) file.';
comment on column quarantine.code is 'Why, one of the listed codes of docs/hand-log.md.';
comment on column quarantine.message is 'Why, in a sentence.';
comment on column quarantine.raw is 'The line as it came, without its line end.';
comment on column quarantine.quarantined_at is 'When it was refused, UTC.';
comment on column quarantine.resolved_at is 'When a later try loaded it, or its score sheet was read again with that row put right, UTC. Null: still refused.';
comment on column quarantine.sheet_id is 'The score sheet it is a row of, as in its hands'' ids. Null: a line of a log, or of a sheet read before this was noted.';
