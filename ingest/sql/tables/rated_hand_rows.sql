-- Rated hands of which few came at a time; those of many are in the files of history/.
-- The view rated_hands holds both.
create table if not exists rated_hand_rows (
    ladder_no utinyint not null,
    place uinteger not null,
    hand_id varchar not null,
    margin_no integer not null,
    side_rating_0 double not null,
    side_rating_1 double not null,
    expected_score double not null,
    opponents_share_0 double not null,
    opponents_share_1 double not null,
    zero_margin double not null
);

comment on table rated_hand_rows is 'Rated hands of which few came at a time, live run only: see rated_hands. Stays in the warehouse.';
comment on column rated_hand_rows.ladder_no is 'As in rated_hands.';
comment on column rated_hand_rows.place is 'As in rated_hands.';
comment on column rated_hand_rows.hand_id is 'As in rated_hands.';
comment on column rated_hand_rows.margin_no is 'What the hand counts: rated_margins.margin_no.';
comment on column rated_hand_rows.side_rating_0 is 'As in rated_hands.';
comment on column rated_hand_rows.side_rating_1 is 'As in rated_hands.';
comment on column rated_hand_rows.expected_score is 'As in rated_hands.';
comment on column rated_hand_rows.opponents_share_0 is 'As in rated_hands.';
comment on column rated_hand_rows.opponents_share_1 is 'As in rated_hands.';
comment on column rated_hand_rows.zero_margin is 'As in rated_hands; not finite where there is none.';
