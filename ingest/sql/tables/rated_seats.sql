create table if not exists rated_seats (
    ladder varchar not null,
    seq bigint not null,
    place bigint not null,
    player_no integer not null,
    seat utinyint not null,
    k_factor double not null,
    opponents_part double not null,
    result_part double not null,
    rating_before double not null,
    form_before double not null,
    form_after double not null,
    rated_hands integer not null,
    finished_games integer not null,
    level varchar,
    level_event varchar,
    settled_by bigint
);

comment on table rated_seats is 'One rated seat of one hand, live run only. Grain: ladder, seq. rating_changes is made from it; stays in the warehouse.';
comment on column rated_seats.ladder is '`<ruleset family>/<mode>`.';
comment on column rated_seats.seq is 'Order of application within the ladder, from 1.';
comment on column rated_seats.place is 'The hand: rated_hands.place.';
comment on column rated_seats.player_no is 'The player: rated_players.player_no.';
comment on column rated_seats.seat is 'The player''s seat in that hand.';
comment on column rated_seats.k_factor is 'As in rating_changes.';
comment on column rated_seats.opponents_part is 'As in rating_changes.';
comment on column rated_seats.result_part is 'As in rating_changes.';
comment on column rated_seats.rating_before is 'As in rating_changes.';
comment on column rated_seats.form_before is 'As in rating_changes.';
comment on column rated_seats.form_after is 'As in rating_changes.';
comment on column rated_seats.rated_hands is 'As in rating_changes.';
comment on column rated_seats.finished_games is 'As in rating_changes.';
comment on column rated_seats.level is 'As in rating_changes. Null: still self-rated.';
comment on column rated_seats.level_event is 'As in rating_changes. Null: nothing happened to the level.';
comment on column rated_seats.settled_by is 'The hand at whose start this away hand was settled, by its place. Null: not a settled row.';
