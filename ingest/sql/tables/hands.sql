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

-- Added to a table that may be older; what a snapshot has in tables of their own.
alter table hands add column if not exists sides struct(
    points integer,
    points_before integer,
    points_after integer,
    melded integer,
    canasta_bonus integer,
    threes integer,
    going_out integer,
    held integer,
    penalties integer,
    special_hand varchar,
    n_natural_canastas bigint,
    n_mixed_canastas bigint,
    n_wild_canastas bigint,
    n_aces_canastas bigint,
    n_sevens_canastas bigint
)[];
alter table hands add column if not exists players varchar[];
alter table hands add column if not exists held_by utinyint[];
alter table hands add column if not exists replayed_sides struct(
    opening_turn bigint,
    opening_points bigint,
    opening_minimum bigint,
    n_pile_takes bigint,
    n_pile_cards bigint
)[];
alter table hands add column if not exists replayed_seats struct(
    n_draws bigint,
    n_pile_takes bigint,
    n_discards bigint,
    n_time_outs bigint
)[];
alter table hands add column if not exists margin integer;
alter table hands add column if not exists seated varchar;

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
comment on column hands.sides is 'What the log says of each side, as in hand_sides, which shows it. Null: in plain_hand_sides. Stays in the warehouse.';
comment on column hands.players is 'The player of each seat, as an earlier version stored it. Null: in seated, or in plain_hand_seats. Stays in the warehouse.';
comment on column hands.held_by is 'Who held each seat: 1 its player, 2 its player, who left during the hand, 3 a computer for its player, who was away; a computer of its own: 4 beginner, 5 intermediate, 6 expert. Null: in plain_hand_seats. Stays in the warehouse.';
comment on column hands.replayed_sides is 'What the replay of the hand tells of each side, as in hand_sides. Null: not replayed, or in plain_hand_sides. Stays in the warehouse.';
comment on column hands.replayed_seats is 'What the replay of the hand tells of each seat, as in hand_seats. Null: not replayed, or in plain_hand_seats. Stays in the warehouse.';
comment on column hands.margin is 'Points of side 0 minus those of side 1, as in hand_sides, which shows it of each side; here so that Ratings need not read the lists. Null: not two sides, or not stored by an earlier version. Stays in the warehouse.';
comment on column hands.seated is 'The player of each seat, as in hand_seats, which shows it: ids with commas between them, nothing for a computer''s own seat. Null: in players, or in plain_hand_seats. Stays in the warehouse.';
