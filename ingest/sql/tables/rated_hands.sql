-- Columns that no compression makes smaller are spared the search for one.
create table if not exists rated_hands (
    ladder_no utinyint not null,
    place bigint not null,
    hand_id varchar not null using compression uncompressed,
    game_id varchar not null using compression uncompressed,
    hand_no bigint not null using compression uncompressed,
    ended_at timestamptz not null using compression uncompressed,
    margin bigint not null using compression uncompressed,
    side_rating_0 double not null using compression uncompressed,
    side_rating_1 double not null using compression uncompressed,
    expected_score double not null using compression uncompressed,
    actual_score double not null using compression uncompressed,
    opponents_share_0 double not null using compression uncompressed,
    opponents_share_1 double not null using compression uncompressed,
    result_share_0 double not null using compression uncompressed,
    result_share_1 double not null using compression uncompressed,
    zero_margin_0 double using compression uncompressed,
    zero_margin_1 double using compression uncompressed
);

comment on table rated_hands is 'One hand that rates somebody, at once or when a player who was away comes back, as it was when it was rated. Grain: ladder_no, place. rating_changes is made from it; stays in the warehouse.';
comment on column rated_hands.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_hands.place is 'Counting hands of the ladder before it.';
comment on column rated_hands.hand_id is 'The hand.';
comment on column rated_hands.game_id is 'Its game.';
comment on column rated_hands.hand_no is 'Place within the game.';
comment on column rated_hands.ended_at is 'When it ended, UTC.';
comment on column rated_hands.margin is 'Points of side 0 minus those of side 1.';
comment on column rated_hands.side_rating_0 is 'Mean strength of the seats of side 0, in rating points.';
comment on column rated_hands.side_rating_1 is 'The same of side 1.';
comment on column rated_hands.expected_score is 'Expected score of side 0, in [0, 1].';
comment on column rated_hands.actual_score is 'Actual score of side 0, in [0, 1].';
comment on column rated_hands.opponents_share_0 is 'What K is multiplied with to give the opponents'' part of a change on side 0.';
comment on column rated_hands.opponents_share_1 is 'The same on side 1.';
comment on column rated_hands.result_share_0 is 'What K is multiplied with to give the result''s part of a change on side 0.';
comment on column rated_hands.result_share_1 is 'The same on side 1.';
comment on column rated_hands.zero_margin_0 is 'Margin of side 0 at which the hand would have counted zero, in points. Null: there is none.';
comment on column rated_hands.zero_margin_1 is 'The same of side 1.';
