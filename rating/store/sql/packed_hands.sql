-- packed_hands: a hand of two sides with its points and seats, as the warehouse has them.
-- grain:  one row per hand_id
-- reads:  hands
-- units:  as in counting_hands

select
    hand_id,
    game_id,
    hand_no,
    ended_at,
    ruleset,
    mode,
    device_id,
    is_game_over,
    ended_by,
    {seated} as seated,
    held_by,
    {margin}::bigint as margin

from hands

-- Three-sided play has no Rating.
where {has_two_sides}
