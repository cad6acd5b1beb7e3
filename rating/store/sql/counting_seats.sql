-- counting_seats: who holds a seat of a counting hand.
-- grain:  one row per (place, seat)
-- reads:  counting_hands, hand_seats
-- units:  $starts_at and $ends_at as in counting_hands

select
    counting_hands.place,
    hand_seats.seat,
    hand_seats.player_id,
    hand_seats.controller = 'player' as is_player,
    hand_seats.left_in_hand,
    -- From 1, the weakest first; 0 where a player has the seat.
    list_position($skills, hand_seats.computer_skill) as skill_no

from counting_hands

inner join hand_seats
    on counting_hands.hand_id = hand_seats.hand_id

where
    hand_seats.ended_at >= make_timestamptz($starts_at)
    and hand_seats.ended_at < make_timestamptz($ends_at)
