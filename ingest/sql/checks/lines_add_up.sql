-- sides whose lines do not add up to their points, or whose points do not continue
select
    hand_sides.hand_id,
    hand_sides.side,
    hand_sides.points,
    hand_sides.points_before,
    hand_sides.points_after

from hand_sides

where
    hand_sides.points_before + hand_sides.points <> hand_sides.points_after
    or (
        hand_sides.special_hand is null
        and hand_sides.melded + hand_sides.canasta_bonus + hand_sides.threes
        + hand_sides.going_out + hand_sides.held + hand_sides.penalties
        <> hand_sides.points
    )

order by hand_sides.hand_id, hand_sides.side;
