-- Points of both sides of the live hands of a family whose sides were nearly even.
select first.points, second.points as other_points
from hand_sides as first
inner join hand_sides as second
    on first.hand_id = second.hand_id and first.side = 0 and second.side = 1
where first.hand_id in (
    select hand_id
    from rating_changes
    where
        ladder = $ladder
        and settled_by_hand_id is null
        and abs(expected_score - 0.5) < $reach
)
order by first.hand_id
