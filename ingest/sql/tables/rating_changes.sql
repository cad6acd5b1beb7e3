create table if not exists rating_changes (
    ladder varchar not null,
    device_id varchar,
    rating_run_id bigint not null,
    seq bigint not null,
    hand_id varchar not null,
    game_id varchar not null,
    hand_no bigint not null,
    ended_at timestamptz not null,
    seat bigint not null,
    side bigint not null,
    player_id varchar not null,
    margin bigint not null,
    side_rating double not null,
    other_side_rating double not null,
    expected_score double not null,
    actual_score double not null,
    k_factor double not null,
    opponents_part double not null,
    result_part double not null,
    zero_margin double,
    rating_before double not null,
    rating_change double not null,
    rating_after double not null,
    form_before double not null,
    form_after double not null,
    rated_hands bigint not null,
    finished_games bigint not null,
    level varchar,
    level_event varchar,
    settled_by_hand_id varchar
);

comment on table rating_changes is 'One rated seat of one hand, live run only. Grain: ladder, seq. In a snapshot the rows lie in the order of player_id, ended_at.';
comment on column rating_changes.ladder is '`<ruleset family>/<mode>`.';
comment on column rating_changes.device_id is 'The device of a solo hand. Null: live, or a device that is unknown.';
comment on column rating_changes.rating_run_id is 'The replay that made the row: rating_runs.rating_run_id.';
comment on column rating_changes.seq is 'Order of application within the ladder, from 1.';
comment on column rating_changes.hand_id is 'The hand; of a settled row the away hand.';
comment on column rating_changes.game_id is 'The game of that hand.';
comment on column rating_changes.hand_no is 'Place of that hand within the game.';
comment on column rating_changes.ended_at is 'When that hand ended, UTC.';
comment on column rating_changes.seat is 'The player''s seat in that hand.';
comment on column rating_changes.side is 'The player''s side in that hand.';
comment on column rating_changes.player_id is 'The player.';
comment on column rating_changes.margin is 'Own points minus the other side''s, in points.';
comment on column rating_changes.side_rating is 'Mean strength of the own side''s seats, in rating points.';
comment on column rating_changes.other_side_rating is 'Mean strength of the other side''s seats, in rating points.';
comment on column rating_changes.expected_score is 'Expected score E of the own side, in [0, 1].';
comment on column rating_changes.actual_score is 'Actual score S of the own side, in [0, 1].';
comment on column rating_changes.k_factor is 'Rating points per unit of score.';
comment on column rating_changes.opponents_part is 'Part of the change that is due to who played: K (1/2 - E), in rating points.';
comment on column rating_changes.result_part is 'Part of the change that is due to the result: K (S - 1/2), in rating points.';
comment on column rating_changes.zero_margin is 'Margin at which the hand would have counted zero, in points. Null: the margin function has none (win_loss).';
comment on column rating_changes.rating_before is 'Rating before, unrounded.';
comment on column rating_changes.rating_change is 'rating_after minus rating_before, in rating points.';
comment on column rating_changes.rating_after is 'Rating after, unrounded.';
comment on column rating_changes.form_before is 'Form before, unrounded.';
comment on column rating_changes.form_after is 'Form after, unrounded.';
comment on column rating_changes.rated_hands is 'Rated hands of the player on the ladder after this row.';
comment on column rating_changes.finished_games is 'Finished games of the player on the ladder after this row.';
comment on column rating_changes.level is 'Level after this row. Null: still self-rated.';
comment on column rating_changes.level_event is '`started`, `promoted`, `demoted`, `at_risk` or `recovered`. Null: nothing happened to the level.';
comment on column rating_changes.settled_by_hand_id is 'The hand at whose start this away hand was settled. Null: not a settled row.';
