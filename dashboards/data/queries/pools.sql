-- Ruleset families and modes in which people played, most hands first.
select
    finished_sides.family,
    finished_sides.mode,
    count(distinct finished_sides.hand_id) as n_hands
from finished_sides
where finished_sides.n_people > 0
group by finished_sides.family, finished_sides.mode
order by n_hands desc, finished_sides.family, finished_sides.mode
