-- What a seat needs beside its three numbers stands in the bits of two: rows of six
-- columns are written four times as fast as rows of sixteen. rating.packed_seats packs
-- them, the view rated_seats takes them apart (columns of the table that are generated
-- would be made at each insert). Numbers do not compress, and to find that out costs
-- more than to store them.
create table if not exists packed_seats (
    seq bigint not null,
    who ubigint not null using compression uncompressed,
    what ubigint not null using compression uncompressed,
    rating_before double not null using compression uncompressed,
    form_before double not null using compression uncompressed,
    form_after double not null using compression uncompressed
);

comment on table packed_seats is 'One rated seat of one hand, live run only, as it is stored: see rated_seats. Stays in the warehouse.';
comment on column packed_seats.seq is 'Order of application within the ladder, from 1.';
comment on column packed_seats.who is 'Bits, the highest first: 32 of place, 28 of player_no, 4 of seat.';
comment on column packed_seats.what is 'Bits, the highest first: 22 of rated_hands, 22 of finished_games, 15 of kind_no, 5 of ladder_no.';
comment on column packed_seats.rating_before is 'As in rating_changes.';
comment on column packed_seats.form_before is 'As in rating_changes.';
comment on column packed_seats.form_after is 'As in rating_changes.';
