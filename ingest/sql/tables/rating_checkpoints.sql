create table if not exists rating_checkpoints (
    ladder varchar not null,
    ends_at bigint not null,
    n_hands bigint not null,
    fingerprint varchar not null,
    n_changes bigint not null,
    state blob not null
);

comment on table rating_checkpoints is 'What the Ratings of a ladder need to go on without the hands before. Grain: ladder, ends_at. Made anew from the hands whenever it is missing; stays in the warehouse.';
comment on column rating_checkpoints.ladder is '`<ruleset family>/<mode>`.';
comment on column rating_checkpoints.ends_at is 'It stands after every hand that ended before this instant, in microseconds since 1970.';
comment on column rating_checkpoints.n_hands is 'Counting hands of the ladder before that instant.';
comment on column rating_checkpoints.fingerprint is 'Digest of the hands, self-ratings and configurations before that instant, and of the program.';
comment on column rating_checkpoints.n_changes is 'Rows of rating_changes of the ladder before that instant.';
comment on column rating_checkpoints.state is 'The state, as the program wrote it.';
