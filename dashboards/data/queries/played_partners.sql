-- Players on one player's side in a ruleset family and mode, most hands first.
select
    hand_seats.partner_id,
    players.name,
    count(*) as n_hands
from hand_seats
inner join finished_sides
    on finished_sides.hand_id = hand_seats.hand_id
    and finished_sides.side = hand_seats.side
inner join players on players.player_id = hand_seats.partner_id
where
    hand_seats.player_id = $player_id
    and finished_sides.family = $family
    and finished_sides.mode = $mode
group by hand_seats.partner_id, players.name
order by n_hands desc, players.name, hand_seats.partner_id
