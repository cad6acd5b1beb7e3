create table if not exists rated_margins (
    ladder_no utinyint not null,
    margin_no integer not null,
    first_place bigint not null,
    margin bigint not null,
    actual_score double not null,
    result_share_0 double not null,
    result_share_1 double not null
);

comment on table rated_margins is 'One margin that hands of a ladder had, under one configuration. Grain: ladder_no, margin_no. rating_changes is made from it; stays in the warehouse.';
comment on column rated_margins.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_margins.margin_no is 'Its number on the ladder, from 0, in the order of appearance.';
comment on column rated_margins.first_place is 'The first hand that has it: rated_hands.place.';
comment on column rated_margins.margin is 'Points of side 0 minus those of side 1.';
comment on column rated_margins.actual_score is 'Actual score of side 0, in [0, 1].';
comment on column rated_margins.result_share_0 is 'What K is multiplied with to give the result''s part of a change on side 0.';
comment on column rated_margins.result_share_1 is 'The same on side 1.';
