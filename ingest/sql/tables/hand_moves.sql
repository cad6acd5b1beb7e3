create table if not exists hand_moves (
    hand_id varchar not null,
    moves bigint[] not null,
    cards usmallint[] not null,
    ms bigint[] not null
);

comment on table hand_moves is 'The moves of one hand, packed; the view `moves` shows them. Grain: hand_id. Hands without moves have no row.';
comment on column hand_moves.hand_id is 'The hand: hands.hand_id.';
comment on column hand_moves.moves is 'One number a move: seat, kind, card and the other fields in some bits each.';
comment on column hand_moves.cards is 'Codes of the cards of moves with several, one after the other.';
comment on column hand_moves.ms is 'Milliseconds since the hand started, one a move. Null in it: the log does not say.';
