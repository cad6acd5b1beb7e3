-- The points of each side of one hand, by side.
select
    hand_sides.side,
    hand_sides.points,
    hand_sides.points_before,
    hand_sides.points_after,
    hand_sides.margin,
    hand_sides.special_hand,
    hand_sides.n_canastas
from hand_sides
where hand_sides.hand_id = $hand_id
order by hand_sides.side
