create table if not exists plain_hand_sides (
    hand_id varchar not null,
    side bigint not null,
    points bigint not null,
    points_before bigint not null,
    points_after bigint not null,
    margin bigint not null,
    melded bigint,
    canasta_bonus bigint,
    threes bigint,
    going_out bigint,
    held bigint,
    penalties bigint,
    special_hand varchar,
    n_natural_canastas bigint,
    n_mixed_canastas bigint,
    n_wild_canastas bigint,
    n_aces_canastas bigint,
    n_sevens_canastas bigint,
    n_canastas bigint,
    opening_turn bigint,
    opening_points bigint,
    opening_minimum bigint,
    n_pile_takes bigint,
    n_pile_cards bigint,
    won boolean
);

comment on table plain_hand_sides is 'One side of one hand whose row of hands does not have it: a warehouse that was made before they did. Grain: hand_id, side. hand_sides shows it; stays in the warehouse.';
comment on column plain_hand_sides.hand_id is 'The hand: hands.hand_id.';
comment on column plain_hand_sides.side is 'The side: seat modulo the number of sides, from 0.';
comment on column plain_hand_sides.points is 'Points of the hand.';
comment on column plain_hand_sides.points_before is 'The side''s points in the game before the hand.';
comment on column plain_hand_sides.points_after is 'The side''s points in the game after the hand.';
comment on column plain_hand_sides.margin is 'Own points minus the best other side''s, in points.';
comment on column plain_hand_sides.melded is 'Points of the cards on the table; negative in coastal without a canasta. Null: the log gives no breakdown.';
comment on column plain_hand_sides.canasta_bonus is 'Points for canastas. Null: the log gives no breakdown.';
comment on column plain_hand_sides.threes is 'Points for threes, with their sign. Null: the log gives no breakdown.';
comment on column plain_hand_sides.going_out is 'Points for going out. Null: the log gives no breakdown.';
comment on column plain_hand_sides.held is 'Points of the cards left in the holdings, never positive. Null: the log gives no breakdown.';
comment on column plain_hand_sides.penalties is 'Penalties, never positive. Null: the log gives no breakdown.';
comment on column plain_hand_sides.special_hand is 'Id of the special hand this side declared; every line of the breakdown is then 0. Null: none.';
comment on column plain_hand_sides.n_natural_canastas is 'Natural canastas other than those counted as aces or sevens. Null: not in the log.';
comment on column plain_hand_sides.n_mixed_canastas is 'Mixed canastas. Null: not in the log.';
comment on column plain_hand_sides.n_wild_canastas is 'Canastas of wilds. Null: not in the log.';
comment on column plain_hand_sides.n_aces_canastas is 'Natural canastas of aces, in coastal. Null: not in the log.';
comment on column plain_hand_sides.n_sevens_canastas is 'Natural canastas of sevens, in coastal. Null: not in the log.';
comment on column plain_hand_sides.n_canastas is 'Canastas of every kind. Null: not in the log.';
comment on column plain_hand_sides.opening_turn is 'The side''s own turn, from 1, in which it opened. Null: it never opened, or the hand was not replayed.';
comment on column plain_hand_sides.opening_points is 'Points that counted to the opening minimum. Null: it never opened, or the hand was not replayed.';
comment on column plain_hand_sides.opening_minimum is 'Points the opening had to reach when it was made; of a side that never opened, those it would have needed at the end. Null: the hand was not replayed.';
comment on column plain_hand_sides.n_pile_takes is 'How often the side took the pile. Null: the hand was not replayed.';
comment on column plain_hand_sides.n_pile_cards is 'Cards it took that way, the top card included. Null: the hand was not replayed.';
comment on column plain_hand_sides.won is 'Whether the side had the most points of the hand. Null: a tie for the most.';
