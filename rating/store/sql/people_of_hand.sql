-- people_of_hand: the players who have a seat in a hand, away or not.
-- grain:  one row per seat with a player
-- reads:  hand_seats, players

select
    hand_seats.player_id,
    hand_seats.side,
    -- Who never sent a player record has hidden nothing.
    coalesce(players.show_skill, true) as show_skill,
    coalesce(players.name, hand_seats.player_id) as name,
    hand_seats.is_away

from hand_seats

left join players
    on hand_seats.player_id = players.player_id

where
    hand_seats.hand_id = $hand_id
    and hand_seats.player_id is not null

order by hand_seats.seat
