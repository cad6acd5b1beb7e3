create table if not exists plain_moves (
    hand_id varchar not null,
    move_no bigint not null,
    turn bigint,
    seat bigint not null,
    "do" varchar not null,
    cards varchar[],
    rank varchar,
    replacement varchar,
    yes boolean,
    special_hand varchar,
    ms bigint
);

comment on table plain_moves is 'One move of a hand that does not fit hand_moves: it names cards or ranks that no pack has, and nobody replayed it. Grain: hand_id, move_no.';
comment on column plain_moves.hand_id is 'The hand: hands.hand_id.';
comment on column plain_moves.move_no is 'Index of the move in the log, from 0.';
comment on column plain_moves.turn is 'The turn it belongs to, from 1; 0 before the first turn. Null: the hand was not replayed.';
comment on column plain_moves.seat is 'The seat that moved.';
comment on column plain_moves."do" is 'What it did: `expose`, `draw`, `take_pile`, `meld`, `discard`, `talon`, `ask`, `answer`, `special_hand`, `cancel_opening`, `time_out`, `leave`, `return` or `joker_button`.';
comment on column plain_moves.cards is 'The cards of the move, in the log''s order. Null: a move without cards.';
comment on column plain_moves.rank is 'Rank of the meld. Null: not a meld.';
comment on column plain_moves.replacement is 'The card that replaced an exposed three. Null: not an `expose`, or the stock was empty.';
comment on column plain_moves.yes is 'The partner''s answer. Null: not an `answer`.';
comment on column plain_moves.special_hand is 'Id of the declared special hand. Null: not a `special_hand`.';
comment on column plain_moves.ms is 'Milliseconds since the hand started. Null: the log does not say.';
