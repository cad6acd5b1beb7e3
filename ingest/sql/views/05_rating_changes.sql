-- rating_changes: one rated seat of one hand, live run only.
-- grain:  one row per (ladder, seq)
-- reads:  rated_seats, rated_hands, rated_players, rating_runs
-- units:  rating points; times in UTC

create or replace view rating_changes as

with

latest_runs as (

    select
        rating_runs.ladder,
        max(rating_runs.rating_run_id) as rating_run_id

    from rating_runs

    group by rating_runs.ladder

),

settling as (

    select
        rated_hands.ladder,
        rated_hands.place,
        rated_hands.hand_id

    from rated_hands

),

seats as (

    select
        rated_seats.*,
        rated_seats.seat % 2 as side,
        rated_seats.opponents_part + rated_seats.result_part as rating_change

    from rated_seats

)

select
    seats.ladder,
    rated_players.device_id,
    latest_runs.rating_run_id,
    seats.seq,
    rated_hands.hand_id,
    rated_hands.game_id,
    rated_hands.hand_no,
    rated_hands.ended_at,
    seats.seat::bigint as seat,
    seats.side::bigint as side,
    rated_players.player_id,
    if(seats.side = 0, rated_hands.margin, -rated_hands.margin) as margin,
    if(seats.side = 0, rated_hands.side_rating_0, rated_hands.side_rating_1) as side_rating,
    if(seats.side = 0, rated_hands.side_rating_1, rated_hands.side_rating_0) as other_side_rating,
    if(seats.side = 0, rated_hands.expected_score_0, rated_hands.expected_score_1) as expected_score,
    if(seats.side = 0, rated_hands.actual_score_0, rated_hands.actual_score_1) as actual_score,
    seats.k_factor,
    seats.opponents_part,
    seats.result_part,
    if(seats.side = 0, rated_hands.zero_margin_0, rated_hands.zero_margin_1) as zero_margin,
    seats.rating_before,
    seats.rating_change,
    seats.rating_before + seats.rating_change as rating_after,
    seats.form_before,
    seats.form_after,
    seats.rated_hands::bigint as rated_hands,
    seats.finished_games::bigint as finished_games,
    seats.level,
    seats.level_event,
    settling.hand_id as settled_by_hand_id

from seats

inner join rated_hands
    on seats.ladder = rated_hands.ladder and seats.place = rated_hands.place

inner join rated_players
    on
        seats.ladder = rated_players.ladder
        and seats.player_no = rated_players.player_no

inner join latest_runs
    on seats.ladder = latest_runs.ladder

left join settling
    on seats.ladder = settling.ladder and seats.settled_by = settling.place;

comment on view rating_changes is 'One rated seat of one hand, live run only. Grain: ladder, seq. In a snapshot the rows lie in the order of player_id, ended_at.';
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
