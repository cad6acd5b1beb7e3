-- Rated seats of which few came at a time; those of many are in the files of history/
-- (ingest.history), which take a fifth of the work. The view rated_seats holds both.
create table if not exists rated_seat_rows (
    ladder_no utinyint not null,
    seq bigint not null,
    place uinteger not null,
    player_no integer not null,
    seat utinyint not null,
    kind_no integer not null,
    rating_before double not null,
    form_before double not null,
    form_after double not null,
    rated_hands integer not null,
    finished_games integer not null
);

comment on table rated_seat_rows is 'Rated seats of which few came at a time, live run only: see rated_seats. Stays in the warehouse.';
comment on column rated_seat_rows.ladder_no is 'As in rated_seats.';
comment on column rated_seat_rows.seq is 'As in rated_seats.';
comment on column rated_seat_rows.place is 'As in rated_seats.';
comment on column rated_seat_rows.player_no is 'As in rated_seats.';
comment on column rated_seat_rows.seat is 'As in rated_seats.';
comment on column rated_seat_rows.kind_no is 'As in rated_seats.';
comment on column rated_seat_rows.rating_before is 'As in rating_changes.';
comment on column rated_seat_rows.form_before is 'As in rating_changes.';
comment on column rated_seat_rows.form_after is 'As in rating_changes.';
comment on column rated_seat_rows.rated_hands is 'As in rating_changes.';
comment on column rated_seat_rows.finished_games is 'As in rating_changes.';
