-- A row holds up to four hands and up to 16 rated seats, each in lists: a million hands
-- are written in two thirds of the time that a row a hand and a row a seat take. What a
-- seat needs beside its three numbers stands in the bits of two (rating.packed_changes);
-- the views rated_hands and rated_seats spread the lists again. Numbers do not compress,
-- and to find that out costs more than to store them.
create table if not exists packed_changes (
    ladder_no utinyint not null,
    n_hands_before bigint not null,
    first_seq bigint not null,
    place uinteger[] not null using compression uncompressed,
    hand_id varchar[] not null using compression uncompressed,
    margin_no integer[] not null using compression uncompressed,
    side_rating_0 double[] not null using compression uncompressed,
    side_rating_1 double[] not null using compression uncompressed,
    expected_score double[] not null using compression uncompressed,
    opponents_share_0 double[] not null using compression uncompressed,
    opponents_share_1 double[] not null using compression uncompressed,
    zero_margin double[] not null using compression uncompressed,
    who ubigint[] not null using compression uncompressed,
    what ubigint[] not null using compression uncompressed,
    rating_before double[] not null using compression uncompressed,
    form_before double[] not null using compression uncompressed,
    form_after double[] not null using compression uncompressed
);

comment on table packed_changes is 'Some hands, and some rated seats, that follow each other, live run only, as they are stored: see rated_hands and rated_seats. Stays in the warehouse.';
comment on column packed_changes.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column packed_changes.n_hands_before is 'Counting hands of the ladder before those that were rated together with these.';
comment on column packed_changes.first_seq is 'Order of application of the first rated seat; the others follow.';
comment on column packed_changes.place is 'As in rated_hands, by hand.';
comment on column packed_changes.hand_id is 'As in rated_hands, by hand.';
comment on column packed_changes.margin_no is 'By hand: rated_margins.margin_no.';
comment on column packed_changes.side_rating_0 is 'As in rated_hands, by hand.';
comment on column packed_changes.side_rating_1 is 'As in rated_hands, by hand.';
comment on column packed_changes.expected_score is 'As in rated_hands, by hand.';
comment on column packed_changes.opponents_share_0 is 'As in rated_hands, by hand.';
comment on column packed_changes.opponents_share_1 is 'As in rated_hands, by hand.';
comment on column packed_changes.zero_margin is 'As in rated_hands, by hand; not finite where there is none.';
comment on column packed_changes.who is 'Bits by rated seat, the highest first: 32 of place, 28 of player_no, 4 of seat.';
comment on column packed_changes.what is 'Bits by rated seat, the highest first: 22 of rated_hands, 22 of finished_games, 20 of kind_no.';
comment on column packed_changes.rating_before is 'As in rating_changes, by rated seat.';
comment on column packed_changes.form_before is 'As in rating_changes, by rated seat.';
comment on column packed_changes.form_after is 'As in rating_changes, by rated seat.';
