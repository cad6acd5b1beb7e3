-- ending_again: a game that ends more than once, though a game should end once only;
--               who finished it must be remembered.
-- grain:  one row per game_id
-- reads:  ended_games

select game_id

from ({ended_games})

group by game_id

having count(*) > 1
