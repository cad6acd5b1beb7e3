-- Ruleset families and modes in which one player has a seat, most hands first.
select
    finished_sides.family,
    finished_sides.mode,
    count(*) as n_hands
from hand_seats
inner join finished_sides
    on finished_sides.hand_id = hand_seats.hand_id
    and finished_sides.side = hand_seats.side
where hand_seats.player_id = ?
group by finished_sides.family, finished_sides.mode
order by n_hands desc, finished_sides.family, finished_sides.mode
