create table if not exists melds (
    hand_id varchar not null,
    side bigint not null,
    rank varchar not null,
    n_naturals bigint not null,
    n_wilds bigint not null,
    canasta_kind varchar,
    card_points bigint not null
);

comment on table melds is 'One meld on the table at the end of a hand. Grain: hand_id, side, rank. Only hands that were replayed have rows.';
comment on column melds.hand_id is 'The hand: hands.hand_id.';
comment on column melds.side is 'The side it belongs to.';
comment on column melds.rank is 'Rank of the meld: `A 4 5 6 7 8 9 T J Q K`, `3` (a set of black threes) or `wild`; tiles `1`, `4` to `13`.';
comment on column melds.n_naturals is 'Natural cards in it.';
comment on column melds.n_wilds is 'Wild cards in it.';
comment on column melds.canasta_kind is '`natural`, `mixed`, `wild`, `aces` or `sevens`. Null: fewer than seven cards.';
comment on column melds.card_points is 'Points of its cards, without any bonus.';
