-- standing_of_hand: what decides whether a hand counts.
-- grain:  one row per hand_id
-- reads:  hands, hand_sides

select
    hands.ended_by,
    hands.mode,
    count(*) as n_sides

from hands

inner join hand_sides
    on hands.hand_id = hand_sides.hand_id

where hands.hand_id = $hand_id

group by
    hands.ended_by,
    hands.mode
