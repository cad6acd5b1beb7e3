-- The lines that make the points of each side of one hand; lines of 0 are left out.
-- What the lines of the log do not explain is the special hand's, or `not_split`: a
-- score sheet has no single line for the cards.
with

sides as (
    select
        hand_sides.side,
        hand_sides.canasta_bonus,
        hand_sides.melded,
        hand_sides.threes,
        hand_sides.going_out,
        hand_sides.held,
        hand_sides.penalties,
        hand_sides.special_hand,
        hand_sides.points
        - coalesce(hand_sides.canasta_bonus, 0)
        - coalesce(hand_sides.melded, 0)
        - coalesce(hand_sides.threes, 0)
        - coalesce(hand_sides.going_out, 0)
        - coalesce(hand_sides.held, 0)
        - coalesce(hand_sides.penalties, 0) as rest
    from hand_sides
    where hand_sides.hand_id = $hand_id
),

lines as (
    select
        sides.side,
        unnest([
            {'line': 'canasta_bonus', 'points': sides.canasta_bonus},
            {'line': 'melded', 'points': sides.melded},
            {'line': 'threes', 'points': sides.threes},
            {'line': 'going_out', 'points': sides.going_out},
            {
                'line': if(sides.special_hand is null, 'not_split', 'special_hand'),
                'points': sides.rest
            },
            {'line': 'held', 'points': sides.held},
            {'line': 'penalties', 'points': sides.penalties}
        ], recursive := true),
        generate_subscripts([1, 2, 3, 4, 5, 6, 7], 1) as line_no
    from sides
)

select
    lines.side,
    lines.line,
    lines.points
from lines
where lines.points <> 0
order by
    lines.side,
    lines.line_no
