-- One player's row of player_ratings with the Form line of their own level.
select
    player_ratings.start_rating,
    player_ratings.rating,
    player_ratings.form,
    player_ratings.rated_hands,
    player_ratings.finished_games,
    player_ratings.level,
    player_ratings.level_since_hands,
    player_ratings.protected_hands_left,
    player_ratings.is_at_risk,
    player_ratings.n_pending_hands,
    player_ratings.next_level,
    player_ratings.form_needed,
    player_ratings.hands_needed,
    player_ratings.games_needed,
    player_ratings.peak_rating,
    player_ratings.rating - player_ratings.last_change as rating_before,
    levels.form_line
from player_ratings
left join levels
    on levels.ladder = player_ratings.ladder
    and levels.level = player_ratings.level
where
    player_ratings.player_id = $player_id
    and player_ratings.ladder = $ladder
    and player_ratings.device_id is not distinct from $device_id
