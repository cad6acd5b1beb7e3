create table if not exists partial_hands (
    hand_id varchar not null,
    game_id varchar not null,
    hand_no bigint not null,
    ruleset varchar not null,
    mode varchar not null,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    n_moves bigint not null,
    source_id bigint not null,
    line_no bigint not null
);

comment on table partial_hands is 'One hand whose end has not arrived (`result` null in the log). Grain: hand_id. It leaves this table when the complete hand comes.';
comment on column partial_hands.hand_id is 'The hand''s id.';
comment on column partial_hands.game_id is 'The game it belongs to.';
comment on column partial_hands.hand_no is 'Place within the game, from 1.';
comment on column partial_hands.ruleset is 'Canonical name of the ruleset.';
comment on column partial_hands.mode is '`live` or `solo`.';
comment on column partial_hands.started_at is 'When the hand was dealt, UTC.';
comment on column partial_hands.ended_at is 'The latest time the log knows of, UTC.';
comment on column partial_hands.n_moves is 'Moves so far; a record with more of them replaces this one.';
comment on column partial_hands.source_id is 'The file it came from: sources.source_id.';
comment on column partial_hands.line_no is 'Line within that file, from 1.';
