-- hands of two sides whose margins do not add up to zero
select
    hand_sides.hand_id,
    sum(hand_sides.margin)::bigint as margin_sum

from hand_sides

group by hand_sides.hand_id

having
    count(*) = 2
    and sum(hand_sides.margin) <> 0

order by hand_sides.hand_id;
