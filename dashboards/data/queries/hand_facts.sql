-- One hand, for a player who has a seat in it; no row for anybody else.
select
    hands.hand_id,
    hands.game_id,
    hands.hand_no,
    hands.ruleset,
    hands.options,
    hands.mode,
    hands.started_at,
    hands.ended_at,
    hands.duration_s,
    hands.ended_by,
    hands.went_out_seat,
    hands.special_hand_seat,
    hands.is_concealed,
    hands.is_game_over,
    coalesce(hands.n_moves, 0) as n_moves,
    hands.status = 'verified' as is_verified,
    hand_seats.seat,
    hand_seats.side
from hands
inner join hand_seats on hand_seats.hand_id = hands.hand_id
where
    hands.hand_id = $hand_id
    and hand_seats.player_id = $player_id
