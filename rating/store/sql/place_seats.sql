-- place_seats: counting_seats with the players by their places in a list.
-- grain:  one row per (place, seat)
-- reads:  counting_seats, known_players (player_id, place)
-- units:  player is -1 where no player has the seat

select
    seats.place,
    seats.seat::utinyint as seat,
    coalesce(known_players.place, -1)::integer as player,
    seats.held_by::utinyint as held_by,
    seats.digest

from ({counting_seats}) as seats

left join known_players
    on seats.player_id = known_players.player_id
