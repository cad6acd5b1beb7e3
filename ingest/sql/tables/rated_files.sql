create table if not exists rated_files (
    file_no bigint not null,
    ladder_no utinyint not null,
    n_hands_before bigint not null,
    first_seq bigint not null,
    n_changes bigint not null,
    n_hand_bytes bigint not null,
    n_seat_bytes bigint not null
);

comment on table rated_files is 'Two files of history/, `<file_no>.hands.parquet` and `<file_no>.seats.parquet`: rows of rated_hands and rated_seats that were rated together, live run only. A file that is not named here is left over and goes. Stays in the warehouse.';
comment on column rated_files.file_no is 'The number in the names of the files, from 1.';
comment on column rated_files.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_files.n_hands_before is 'Counting hands of the ladder before those in the files.';
comment on column rated_files.first_seq is 'Order of application of the first rated seat in the files; the others follow.';
comment on column rated_files.n_changes is 'Rated seats in the files.';
comment on column rated_files.n_hand_bytes is 'Size of the file of hands, in bytes.';
comment on column rated_files.n_seat_bytes is 'Size of the file of seats, in bytes.';
