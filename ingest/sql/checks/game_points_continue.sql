-- points before a hand that are not the points after the game's previous hand
with

held as (

    select
        hands.game_id,
        hands.hand_no,
        hands.hand_id,
        hand_sides.side,
        hand_sides.points_before,
        lag(hands.hand_no) over side_of_game as previous_hand_no,
        -- abandoned hands count for no total
        last_value(
            case when hands.ended_by <> 'abandoned' then hand_sides.points_after end
            ignore nulls
        ) over (
            side_of_game rows between unbounded preceding and 1 preceding
        ) as previous_points_after

    from hands

    inner join hand_sides
        on hands.hand_id = hand_sides.hand_id

    window side_of_game as (
        partition by hands.game_id, hand_sides.side
        order by hands.hand_no, hands.hand_id
    )

)

select game_id, hand_no, hand_id, side, points_before, previous_points_after

from held

where
    previous_hand_no = hand_no - 1
    and points_before <> previous_points_after

order by game_id, hand_no, side;
