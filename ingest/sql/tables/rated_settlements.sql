create table if not exists rated_settlements (
    ladder_no utinyint not null,
    seq bigint not null,
    settled_by bigint not null
);

comment on table rated_settlements is 'One away hand that was settled for a player who came back. Grain: ladder_no, seq. rating_changes is made from it; stays in the warehouse.';
comment on column rated_settlements.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_settlements.seq is 'The rated seat: rated_seats.seq.';
comment on column rated_settlements.settled_by is 'The hand at whose start it was settled: rated_hands.place.';
