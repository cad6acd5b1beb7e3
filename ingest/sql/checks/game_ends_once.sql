-- hands of a game after the hand that ended it
with

ends as (

    select
        hands.game_id,
        min(hands.hand_no) as last_hand_no

    from hands

    where
        hands.is_game_over
        and hands.ended_by <> 'abandoned'

    group by hands.game_id

)

select
    hands.game_id,
    hands.hand_no,
    hands.hand_id,
    ends.last_hand_no

from hands

inner join ends
    on hands.game_id = ends.game_id

where hands.hand_no > ends.last_hand_no

order by hands.game_id, hands.hand_no;
