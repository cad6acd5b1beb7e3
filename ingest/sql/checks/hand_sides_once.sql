-- more than one row for a side or seat of a hand, or for a meld of a side
select 'side' as kind, hand_sides.hand_id, hand_sides.side::varchar as which
from hand_sides
group by all
having count(*) > 1

union all

select 'seat' as kind, hand_seats.hand_id, hand_seats.seat::varchar as which
from hand_seats
group by all
having count(*) > 1

union all

select 'meld' as kind, melds.hand_id, melds.side || ' ' || melds.rank as which
from melds
group by all
having count(*) > 1

order by kind, hand_id, which;
