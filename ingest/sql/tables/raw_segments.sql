create table if not exists raw_segments (
    segment_no bigint not null,
    source_id bigint not null,
    n_lines bigint not null,
    bytes bigint not null,
    sha256 varchar not null,
    written_at timestamptz not null
);

comment on table raw_segments is 'One file of raw/, which keeps loaded lines as they came. Grain: segment_no.';
comment on column raw_segments.segment_no is 'The file raw/<segment_no>.jsonl.zst.';
comment on column raw_segments.source_id is 'The file its lines came from: sources.source_id.';
comment on column raw_segments.n_lines is 'Lines in it.';
comment on column raw_segments.bytes is 'Size of the compressed file.';
comment on column raw_segments.sha256 is 'SHA-256 of the compressed file, hexadecimal.';
comment on column raw_segments.written_at is 'When it was written, UTC.';
