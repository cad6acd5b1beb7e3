-- hands that start before the game's previous hand has ended
with

held as (

    select
        hands.game_id,
        hands.hand_no,
        hands.hand_id,
        hands.started_at,
        lag(hands.ended_at) over (
            partition by hands.game_id
            order by hands.hand_no, hands.hand_id
        ) as previous_ended_at

    from hands

)

select game_id, hand_no, hand_id, started_at, previous_ended_at

from held

where started_at < previous_ended_at

order by game_id, hand_no;
