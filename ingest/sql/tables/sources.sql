create table if not exists sources (
    source_id bigint not null,
    path varchar not null,
    kind varchar not null,
    format varchar not null,
    state varchar not null,
    bytes bigint not null,
    sha256 varchar not null,
    next_offset bigint not null,
    next_sha256 varchar not null,
    next_line bigint not null,
    open_line varchar,
    lines bigint not null,
    blank bigint not null,
    loaded bigint not null,
    replaced bigint not null,
    duplicate bigint not null,
    conflict bigint not null,
    quarantined bigint not null,
    truncated bigint not null,
    players bigint not null,
    first_read_at timestamptz not null,
    last_read_at timestamptz not null,
    seconds double not null
);

comment on table sources is 'One file that was read. Grain: source_id.';
comment on column sources.source_id is 'Number of the file, from 1.';
comment on column sources.path is 'Absolute path under which it was read.';
comment on column sources.kind is '`log` or `sheet`.';
comment on column sources.format is '`plain`, `gzip` or `zstd`, told by the first bytes.';
comment on column sources.state is '`complete`: read to its end; `growing`: its last line is incomplete; `cut`: an archive that ends early; `damaged`: one that holds something else from some place on; `refused`: not readable as lines of text.';
comment on column sources.bytes is 'Size of the file when it was last read.';
comment on column sources.sha256 is 'SHA-256 of those bytes, hexadecimal.';
comment on column sources.next_offset is 'Bytes up to the end of the last complete line; reading resumes there when the file has grown.';
comment on column sources.next_sha256 is 'SHA-256 of the bytes up to next_offset, hexadecimal.';
comment on column sources.next_line is 'Lines up to next_offset.';
comment on column sources.open_line is 'Outcome of a last line that has no line end, counted below as well. Null: there is none.';
comment on column sources.lines is 'Lines of the file; the outcome columns add up to it.';
comment on column sources.blank is 'Lines of white space only.';
comment on column sources.loaded is 'Lines that were new and sound.';
comment on column sources.replaced is 'Complete hands, or longer partial ones, that replaced a partial one.';
comment on column sources.duplicate is 'Lines whose content was held already.';
comment on column sources.conflict is 'Lines with a held hand_id and other content.';
comment on column sources.quarantined is 'Lines refused for any other reason.';
comment on column sources.truncated is 'Incomplete last lines and archives that end early.';
comment on column sources.players is 'Player records among the loaded lines.';
comment on column sources.first_read_at is 'When it was first read, UTC.';
comment on column sources.last_read_at is 'When it was last read, UTC.';
comment on column sources.seconds is 'Seconds spent on it, all reads together.';
