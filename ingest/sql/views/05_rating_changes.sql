-- rating_changes: one rated seat of one hand, live run only.
-- grain:  one row per (ladder, seq)
-- reads:  rated_seats, rated_hands, rated_players, rated_kinds, rated_settlements,
--         rated_ladders, rating_runs, hands
-- units:  rating points; times in UTC

create or replace view rating_changes as

with

latest_runs as (

    select
        rated_ladders.ladder_no,
        rated_ladders.ladder,
        max(rating_runs.rating_run_id) as rating_run_id

    from rated_ladders

    inner join rating_runs
        on rated_ladders.ladder = rating_runs.ladder

    group by
        rated_ladders.ladder_no,
        rated_ladders.ladder

),

settled as (

    select
        rated_settlements.ladder_no,
        rated_settlements.seq,
        rated_hands.hand_id

    from rated_settlements

    inner join rated_hands
        on
            rated_settlements.ladder_no = rated_hands.ladder_no
            and rated_settlements.settled_by = rated_hands.place

),

seats as (

    select
        rated_seats.*,
        rated_seats.seat % 2 as side

    from rated_seats

),

placed_hands as (

    select
        rated_hands.*,
        hands.game_id,
        hands.hand_no,
        hands.ended_at

    from rated_hands

    left join hands
        on rated_hands.hand_id = hands.hand_id

),

-- Every row has its hand, kind, player and run. Left joins say that seats come first:
-- inner ones DuckDB takes in an order of its own, hands with kinds, which is dear.
changes as (

    select
        seats.*,
        placed_hands.* exclude (ladder_no, place),
        rated_kinds.k_factor,
        rated_kinds.level,
        rated_kinds.level_event

    from seats

    left join placed_hands
        on seats.ladder_no = placed_hands.ladder_no and seats.place = placed_hands.place

    left join rated_kinds
        on
            seats.ladder_no = rated_kinds.ladder_no
            and seats.kind_no = rated_kinds.kind_no

),

of_side as (

    select
        changes.* replace (
            if(side = 0, margin, -margin) as margin,
            if(side = 0, expected_score, 1 - expected_score) as expected_score,
            if(side = 0, actual_score, 1 - actual_score) as actual_score,
            if(side = 0, zero_margin, 0 - zero_margin) as zero_margin
        ),
        if(side = 0, side_rating_0, side_rating_1) as side_rating,
        if(side = 0, side_rating_1, side_rating_0) as other_side_rating,
        k_factor * if(side = 0, opponents_share_0, opponents_share_1) as opponents_part,
        k_factor * if(side = 0, result_share_0, result_share_1) as result_part,
        opponents_part + result_part as rating_change

    from changes

)

select
    latest_runs.ladder,
    rated_players.device_id,
    latest_runs.rating_run_id,
    of_side.seq,
    of_side.hand_id,
    of_side.game_id,
    of_side.hand_no,
    of_side.ended_at,
    of_side.seat::bigint as seat,
    of_side.side::bigint as side,
    rated_players.player_id,
    of_side.margin,
    of_side.side_rating,
    of_side.other_side_rating,
    of_side.expected_score,
    of_side.actual_score,
    of_side.k_factor,
    of_side.opponents_part,
    of_side.result_part,
    of_side.zero_margin,
    of_side.rating_before,
    of_side.rating_change,
    of_side.rating_before + of_side.rating_change as rating_after,
    of_side.form_before,
    of_side.form_after,
    of_side.rated_hands,
    of_side.finished_games,
    of_side.level,
    of_side.level_event,
    settled.hand_id as settled_by_hand_id

from of_side

left join rated_players
    on
        of_side.ladder_no = rated_players.ladder_no
        and of_side.player_no = rated_players.player_no

left join latest_runs
    on of_side.ladder_no = latest_runs.ladder_no

left join settled
    on
        of_side.ladder_no = settled.ladder_no
        and of_side.seq = settled.seq;

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
