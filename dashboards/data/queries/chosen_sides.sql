-- The sides that a page's statistics count: those of one player, or all with a
-- person on them. grain: hand_id, side. Other queries read it as chosen_sides.
select finished_sides.*
from finished_sides
where
    finished_sides.family = $family
    and finished_sides.mode = $mode
    and ($ruleset is null or finished_sides.ruleset = $ruleset)
    and finished_sides.n_people > 0
    and (
        $player_id is null
        or (finished_sides.hand_id, finished_sides.side) in (
            select (hand_seats.hand_id, hand_seats.side)
            from hand_seats
            where hand_seats.player_id = $player_id and not hand_seats.is_away
        )
    )
