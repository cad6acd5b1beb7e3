-- The hands before and after one hand, of its game and of a player who sat there;
-- only hands in which that player has a seat.
with

own as (
    select
        hands.hand_id,
        lag(hands.hand_id) over by_game as game_before,
        lead(hands.hand_id) over by_game as game_after,
        lag(hands.hand_id) over by_time as own_before,
        lead(hands.hand_id) over by_time as own_after
    from hand_seats
    inner join hands on hands.hand_id = hand_seats.hand_id
    where hand_seats.player_id = $player_id
    window
        by_game as (
            partition by hands.game_id
            order by
                hands.hand_no,
                hands.ended_at,
                hands.hand_id
        ),
        by_time as (
            order by
                hands.ended_at,
                hands.hand_id
        )
)

select
    own.game_before,
    own.game_after,
    own.own_before,
    own.own_after
from own
where own.hand_id = $hand_id
