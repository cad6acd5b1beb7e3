-- Ladders on which one player has a Rating, live before solo, most hands first.
select
    player_ratings.ladder,
    player_ratings.device_id,
    player_ratings.rated_hands
from player_ratings
where player_ratings.player_id = ?
order by
    ends_with(player_ratings.ladder, '/live') desc,
    player_ratings.rated_hands desc,
    player_ratings.ladder,
    player_ratings.device_id nulls first
