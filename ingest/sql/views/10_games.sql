-- games: one game, as far as its hands have arrived.
-- grain:  one row per game_id
-- reads:  hands, hand_sides
-- units:  points; times in UTC

create or replace view games as

with

counting as (

    -- abandoned hands count for no total and finish nothing (docs/hand-log.md)
    select *

    from hands

    where hands.ended_by <> 'abandoned'

),

spans as (

    select
        hands.game_id,
        min_by(hands.ruleset, (hands.hand_no, hands.hand_id)) as ruleset,
        min_by(hands.mode, (hands.hand_no, hands.hand_id)) as mode,
        count(*) filter (hands.ended_by <> 'abandoned')::bigint as n_hands,
        min(hands.started_at) as started_at,
        max(hands.ended_at) as ended_at

    from hands

    group by hands.game_id

),

latest as (

    select
        counting.game_id,
        max_by(counting.hand_id, (counting.hand_no, counting.hand_id)) as hand_id

    from counting

    group by counting.game_id

),

deciding as (

    select
        counting.game_id,
        min_by(counting.hand_id, (counting.hand_no, counting.hand_id)) as hand_id

    from counting

    where counting.is_game_over

    group by counting.game_id

),

totals as (

    select
        latest.game_id,
        max(hand_sides.points_after) filter (hand_sides.side = 0) as points_side_0,
        max(hand_sides.points_after) filter (hand_sides.side = 1) as points_side_1,
        max(hand_sides.points_after) filter (hand_sides.side = 2) as points_side_2

    from latest

    inner join hand_sides
        on latest.hand_id = hand_sides.hand_id

    group by latest.game_id

),

ends as (

    select
        deciding.game_id,
        max(hand_sides.points_after) as best,
        max(hand_sides.side) filter (
            hand_sides.special_hand in ('dream_plus_4', 'dream_plus_5')
        ) as dream_side

    from deciding

    inner join hand_sides
        on deciding.hand_id = hand_sides.hand_id

    group by deciding.game_id

),

winners as (

    select
        deciding.game_id,
        coalesce(
            any_value(ends.dream_side),
            case
                when count(*) filter (hand_sides.points_after = ends.best) = 1
                    then max(hand_sides.side) filter (
                        hand_sides.points_after = ends.best
                    )
            end
        ) as winning_side

    from deciding

    inner join ends
        on deciding.game_id = ends.game_id

    inner join hand_sides
        on deciding.hand_id = hand_sides.hand_id

    group by deciding.game_id

),

final as (

    select
        spans.game_id,
        spans.ruleset,
        spans.mode,
        spans.n_hands,
        spans.started_at,
        spans.ended_at,
        winners.game_id is not null as is_finished,
        winners.winning_side,
        totals.points_side_0,
        totals.points_side_1,
        totals.points_side_2

    from spans

    left join totals
        on spans.game_id = totals.game_id

    left join winners
        on spans.game_id = winners.game_id

)

select * from final;

comment on view games is 'One game, as far as its hands have arrived. Grain: game_id. Abandoned hands count for nothing here but its times.';
comment on column games.game_id is 'The game.';
comment on column games.ruleset is 'Canonical name of the ruleset, by the first hand held.';
comment on column games.mode is '`live` or `solo`, by the first hand held.';
comment on column games.n_hands is 'Hands held that were played to their end.';
comment on column games.started_at is 'Start of the earliest hand held, UTC.';
comment on column games.ended_at is 'End of the latest hand held, UTC.';
comment on column games.is_finished is 'Whether a hand that ends the game is held.';
comment on column games.winning_side is 'Side that declared a Dream hand in the deciding hand, else the side with the most points after it. Null: unfinished, or a tie.';
comment on column games.points_side_0 is 'Points of side 0 after the last hand held. Null: no counting hand is held.';
comment on column games.points_side_1 is 'Points of side 1 after the last hand held. Null: no counting hand is held.';
comment on column games.points_side_2 is 'Points of side 2 after the last hand held. Null: a game of two sides, or no counting hand is held.';
