create table if not exists hands (
    hand_id varchar not null,
    game_id varchar not null,
    hand_no bigint not null,
    ruleset varchar not null,
    options varchar not null,
    mode varchar not null,
    device_id varchar,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    duration_s double not null,
    dealer_seat bigint not null,
    ended_by varchar not null,
    went_out_seat bigint,
    special_hand_seat bigint,
    is_concealed boolean not null,
    is_game_over boolean not null,
    n_moves bigint,
    status varchar not null,
    source_id bigint not null,
    line_no bigint not null
);

comment on table hands is 'One finished or abandoned hand (`ended_by` tells which). Grain: hand_id. Abandoned hands are here to be looked up; Ratings, statistics and totals leave them out.';
comment on column hands.hand_id is 'The hand''s id, unique for ever.';
comment on column hands.game_id is 'The game the hand belongs to.';
comment on column hands.hand_no is 'Place within the game, from 1.';
comment on column hands.ruleset is 'Canonical name of the ruleset, aliases resolved; the family is the part before the first `-`.';
comment on column hands.options is 'Table options that differ from the ruleset''s own, as a JSON object with sorted keys; `{}` when none does.';
comment on column hands.mode is '`live` or `solo`.';
comment on column hands.device_id is 'The device a solo hand was played on. Null: live, or a device that is unknown (a device of its own).';
comment on column hands.started_at is 'When the hand was dealt, UTC.';
comment on column hands.ended_at is 'When the hand ended, UTC, to the microsecond; never before started_at.';
comment on column hands.duration_s is 'Seconds from started_at to ended_at.';
comment on column hands.dealer_seat is 'Seat of the dealer, from 0.';
comment on column hands.ended_by is '`went_out`, `special_hand`, `stock`, `stock_three` or `abandoned`.';
comment on column hands.went_out_seat is 'Seat that went out. Null: nobody did, or the log does not say who.';
comment on column hands.special_hand_seat is 'Seat that declared a special hand. Null: nobody did, or the log does not say who.';
comment on column hands.is_concealed is 'Whether the going out was concealed.';
comment on column hands.is_game_over is 'Whether the game ended with this hand.';
comment on column hands.n_moves is 'Moves in the log. Null: a results-only log.';
comment on column hands.status is '`verified`: replayed move by move in the engine with equal points; `unverified`: taken at its word.';
comment on column hands.source_id is 'The file it came from: sources.source_id.';
comment on column hands.line_no is 'Line within that file, from 1.';
