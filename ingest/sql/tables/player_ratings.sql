create table if not exists player_ratings (
    ladder varchar not null,
    player_id varchar not null,
    device_id varchar,
    start_rating double not null,
    rating double not null,
    form double not null,
    rated_hands bigint not null,
    finished_games bigint not null,
    level varchar,
    level_since_hands bigint,
    protected_hands_left bigint not null,
    is_at_risk boolean not null,
    n_pending_hands bigint not null,
    next_level varchar,
    form_needed double,
    hands_needed bigint,
    games_needed bigint,
    peak_rating double not null,
    last_change double not null,
    last_hand_id varchar not null,
    last_hand_at timestamptz not null
);

comment on table player_ratings is 'One player (in solo: on one device) on one ladder, now. Grain: ladder, player_id, device_id. No row before the first rated hand.';
comment on column player_ratings.ladder is '`<ruleset family>/<mode>`.';
comment on column player_ratings.player_id is 'The player.';
comment on column player_ratings.device_id is 'The device in solo. Null: live, or a device that is unknown.';
comment on column player_ratings.start_rating is 'Rating before the first rated hand.';
comment on column player_ratings.rating is 'Rating now, unrounded.';
comment on column player_ratings.form is 'Form now, unrounded.';
comment on column player_ratings.rated_hands is 'Rated hands so far.';
comment on column player_ratings.finished_games is 'Finished games so far.';
comment on column player_ratings.level is 'Level now. Null: still self-rated.';
comment on column player_ratings.level_since_hands is 'rated_hands at the last step of the level. Null: still self-rated.';
comment on column player_ratings.protected_hands_left is 'Hands for which a promotion still protects from demotion; 0 before the first.';
comment on column player_ratings.is_at_risk is 'Whether a warning stands.';
comment on column player_ratings.n_pending_hands is 'Away hands that are not settled yet.';
comment on column player_ratings.next_level is 'The level above. Null: the highest is reached.';
comment on column player_ratings.form_needed is 'Form line of the next level. Null: there is no next level, or it has no line.';
comment on column player_ratings.hands_needed is 'Rated hands the next level asks for. Null: there is no next level.';
comment on column player_ratings.games_needed is 'Finished games the next level asks for. Null: there is no next level.';
comment on column player_ratings.peak_rating is 'Highest Rating after any rated hand.';
comment on column player_ratings.last_change is 'rating_change of the last row, in rating points.';
comment on column player_ratings.last_hand_id is 'Hand of the last row.';
comment on column player_ratings.last_hand_at is 'When that hand ended, UTC.';
