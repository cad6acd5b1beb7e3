-- ending_again: a game that ends more than once, though a game should end once only;
--               who finished it must be remembered.
-- grain:  one row per game_id
-- reads:  hands

select game_id

from hands

where
    is_game_over
    and ended_by != 'abandoned'

group by game_id

having count(*) > 1
