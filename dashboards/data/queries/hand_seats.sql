-- The seats of one hand with the names at the table, in order of play.
-- Names only: nobody's Rating, level or skill is selected.
select
    hand_seats.seat,
    hand_seats.side,
    coalesce(players.name, 'computer') as name,
    hand_seats.computer_skill,
    hand_seats.is_away,
    hand_seats.left_in_hand
from hand_seats
left join players on players.player_id = hand_seats.player_id
where hand_seats.hand_id = $hand_id
order by hand_seats.seat
