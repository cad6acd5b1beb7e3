create table if not exists plain_hand_seats (
    hand_id varchar not null,
    seat bigint not null,
    side bigint not null,
    player_id varchar,
    partner_id varchar,
    controller varchar not null,
    computer_skill varchar,
    is_away boolean not null,
    left_in_hand boolean not null,
    went_out boolean,
    n_draws bigint,
    n_pile_takes bigint,
    n_discards bigint,
    n_time_outs bigint,
    ended_at timestamptz not null
);

comment on table plain_hand_seats is 'One seat of one hand whose row of hands does not have it: a warehouse that was made before they did. Grain: hand_id, seat. hand_seats shows it; stays in the warehouse.';
comment on column plain_hand_seats.hand_id is 'The hand: hands.hand_id.';
comment on column plain_hand_seats.seat is 'The seat, from 0, in order of play.';
comment on column plain_hand_seats.side is 'The side: seat modulo the number of sides.';
comment on column plain_hand_seats.player_id is 'The player the seat belongs to. Null: a computer''s own seat.';
comment on column plain_hand_seats.partner_id is 'The player of the partner''s seat. Null: a computer''s own seat, or no partner.';
comment on column plain_hand_seats.controller is 'Who held the seat when the hand ended: `player` or `computer`.';
comment on column plain_hand_seats.computer_skill is '`beginner`, `intermediate` or `expert`. Null: the seat belongs to a player.';
comment on column plain_hand_seats.is_away is 'Whether a computer played a player''s seat for the whole hand.';
comment on column plain_hand_seats.left_in_hand is 'Whether the player played in this hand and left during it.';
comment on column plain_hand_seats.went_out is 'Whether this seat went out. Null: somebody did and the log does not say who.';
comment on column plain_hand_seats.n_draws is 'Draws from the stock. Null: the hand was not replayed.';
comment on column plain_hand_seats.n_pile_takes is 'Times the seat took the pile. Null: the hand was not replayed.';
comment on column plain_hand_seats.n_discards is 'Discards. Null: the hand was not replayed.';
comment on column plain_hand_seats.n_time_outs is 'Turns that the clock ended. Null: the hand was not replayed.';
comment on column plain_hand_seats.ended_at is 'When the hand ended, UTC: hands.ended_at, kept here so that one player''s rows lie together in time order.';
