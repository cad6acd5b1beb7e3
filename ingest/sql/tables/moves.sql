create table if not exists moves (
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

comment on table moves is 'One move. Grain: hand_id, move_no. Hands logged with results only have none.';
comment on column moves.hand_id is 'The hand: hands.hand_id.';
comment on column moves.move_no is 'Index of the move in the log, from 0.';
comment on column moves.turn is 'The turn it belongs to, from 1; 0 before the first turn. Null: the hand was not replayed.';
comment on column moves.seat is 'The seat that moved.';
comment on column moves."do" is 'What it did: `expose`, `draw`, `take_pile`, `meld`, `discard`, `talon`, `ask`, `answer`, `special_hand`, `cancel_opening`, `time_out`, `leave`, `return` or `joker_button`.';
comment on column moves.cards is 'The cards of the move, in the log''s order. Null: a move without cards.';
comment on column moves.rank is 'Rank of the meld. Null: not a meld.';
comment on column moves.replacement is 'The card that replaced an exposed three. Null: not an `expose`, or the stock was empty.';
comment on column moves.yes is 'The partner''s answer. Null: not an `answer`.';
comment on column moves.special_hand is 'Id of the declared special hand. Null: not a `special_hand`.';
comment on column moves.ms is 'Milliseconds since the hand started. Null: the log does not say.';
