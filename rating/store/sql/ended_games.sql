-- ended_games: a game that ended, for each hand that ends it.
-- grain:  one row per hand that ends a game
-- reads:  hands

select game_id

from hands

where
    is_game_over
    and ended_by != 'abandoned'
