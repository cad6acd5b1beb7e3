-- players who sit on more than one side within a game
select
    hands.game_id,
    hand_seats.player_id,
    count(distinct hand_seats.side)::bigint as n_sides,
    arg_min(hands.hand_id, hands.hand_no) as first_hand_id

from hand_seats

inner join hands
    on hand_seats.hand_id = hands.hand_id

where hand_seats.player_id is not null

group by hands.game_id, hand_seats.player_id

having count(distinct hand_seats.side) > 1

order by hands.game_id, hand_seats.player_id;
