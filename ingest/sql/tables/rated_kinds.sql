create table if not exists rated_kinds (
    ladder_no utinyint not null,
    kind_no integer not null,
    first_seq bigint not null,
    k_factor double not null,
    level varchar,
    level_event varchar
);

comment on table rated_kinds is 'One combination of K-factor, level and what happened to it that rated seats of a ladder have. Grain: ladder_no, kind_no. rating_changes is made from it; stays in the warehouse.';
comment on column rated_kinds.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_kinds.kind_no is 'Its number on the ladder, from 0, in the order of appearance.';
comment on column rated_kinds.first_seq is 'The first rated seat that has it: rated_seats.seq.';
comment on column rated_kinds.k_factor is 'As in rating_changes.';
comment on column rated_kinds.level is 'As in rating_changes. Null: still self-rated.';
comment on column rated_kinds.level_event is 'As in rating_changes. Null: nothing happened to the level.';
