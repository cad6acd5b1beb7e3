-- Names for the K-factor lab: players who hide their skill are numbered instead.
select
    players.player_id,
    case
        when players.show_skill then players.name
        else 'private player ' || row_number() over (
            partition by players.show_skill order by players.player_id
        )
    end as name
from players
