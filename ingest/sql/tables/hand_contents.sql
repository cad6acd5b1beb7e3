create table if not exists hand_contents (
    hand_id varchar not null,
    content_hash blob not null using compression uncompressed,
    play_hash blob using compression uncompressed,
    is_partial boolean not null,
    n_moves bigint not null,
    segment_no bigint not null
);

comment on table hand_contents is 'What identifies one held hand, complete or partial. Grain: hand_id.';
comment on column hand_contents.hand_id is 'The hand''s id.';
comment on column hand_contents.content_hash is 'BLAKE2b, 16 bytes, of the hand''s canonical content (key order, white space, unknown fields and `engine` do not matter).';
comment on column hand_contents.play_hash is 'BLAKE2b, 16 bytes, of pack and moves alone; equal under two ids means a copy. Null: a results-only log.';
comment on column hand_contents.is_partial is 'Whether only a partial record is held.';
comment on column hand_contents.n_moves is 'Moves in the log; 0 for a results-only log.';
comment on column hand_contents.segment_no is 'The file raw/<segment_no>.jsonl.zst that keeps the line.';
