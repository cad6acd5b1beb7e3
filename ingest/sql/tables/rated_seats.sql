-- What a seat needs beside its three numbers stands in the bits of two: rows of six
-- columns are written four times as fast as rows of sixteen. rating.rated_rows packs
-- them. Numbers do not compress, and to find that out costs more than to store them.
create table if not exists rated_seats (
    seq bigint not null,
    who ubigint not null using compression uncompressed,
    what ubigint not null using compression uncompressed,
    rating_before double not null using compression uncompressed,
    form_before double not null using compression uncompressed,
    form_after double not null using compression uncompressed,
    place bigint generated always as ((who >> 32)::bigint) virtual,
    player_no integer generated always as (((who >> 4) & 268435455)::integer) virtual,
    seat utinyint generated always as ((who & 15)::utinyint) virtual,
    rated_hands bigint generated always as ((what >> 42)::bigint) virtual,
    finished_games bigint generated always as (((what >> 20) & 4194303)::bigint) virtual,
    kind_no integer generated always as (((what >> 5) & 32767)::integer) virtual,
    ladder_no utinyint generated always as ((what & 31)::utinyint) virtual
);

comment on table rated_seats is 'One rated seat of one hand, live run only. Grain: ladder_no, seq. rating_changes is made from it; stays in the warehouse.';
comment on column rated_seats.seq is 'Order of application within the ladder, from 1.';
comment on column rated_seats.who is 'Bits, the highest first: 32 of place, 28 of player_no, 4 of seat.';
comment on column rated_seats.what is 'Bits, the highest first: 22 of rated_hands, 22 of finished_games, 15 of kind_no, 5 of ladder_no.';
comment on column rated_seats.rating_before is 'As in rating_changes.';
comment on column rated_seats.form_before is 'As in rating_changes.';
comment on column rated_seats.form_after is 'As in rating_changes.';
comment on column rated_seats.place is 'The hand: rated_hands.place.';
comment on column rated_seats.player_no is 'The player: rated_players.player_no.';
comment on column rated_seats.seat is 'The player''s seat in that hand.';
comment on column rated_seats.rated_hands is 'As in rating_changes.';
comment on column rated_seats.finished_games is 'As in rating_changes.';
comment on column rated_seats.kind_no is 'K-factor and level: rated_kinds.kind_no.';
comment on column rated_seats.ladder_no is 'The ladder: rated_ladders.ladder_no.';
