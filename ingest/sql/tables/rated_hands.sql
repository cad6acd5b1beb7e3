create table if not exists rated_hands (
    ladder varchar not null,
    place bigint not null,
    hand_id varchar not null,
    game_id varchar not null,
    hand_no bigint not null,
    ended_at timestamptz not null,
    margin bigint not null,
    side_rating_0 double not null,
    side_rating_1 double not null,
    expected_score_0 double not null,
    expected_score_1 double not null,
    actual_score_0 double not null,
    actual_score_1 double not null,
    zero_margin_0 double,
    zero_margin_1 double
);

comment on table rated_hands is 'One hand that rates somebody, at once or when a player who was away comes back, as it was when it was rated. Grain: ladder, place. rating_changes is made from it; stays in the warehouse.';
comment on column rated_hands.ladder is '`<ruleset family>/<mode>`.';
comment on column rated_hands.place is 'Counting hands of the ladder before it.';
comment on column rated_hands.hand_id is 'The hand.';
comment on column rated_hands.game_id is 'Its game.';
comment on column rated_hands.hand_no is 'Place within the game.';
comment on column rated_hands.ended_at is 'When it ended, UTC.';
comment on column rated_hands.margin is 'Points of side 0 minus those of side 1.';
comment on column rated_hands.side_rating_0 is 'Mean strength of the seats of side 0, in rating points.';
comment on column rated_hands.side_rating_1 is 'The same of side 1.';
comment on column rated_hands.expected_score_0 is 'Expected score of side 0, in [0, 1].';
comment on column rated_hands.expected_score_1 is 'The same of side 1.';
comment on column rated_hands.actual_score_0 is 'Actual score of side 0, in [0, 1].';
comment on column rated_hands.actual_score_1 is 'The same of side 1.';
comment on column rated_hands.zero_margin_0 is 'Margin of side 0 at which the hand would have counted zero, in points. Null: there is none.';
comment on column rated_hands.zero_margin_1 is 'The same of side 1.';
