-- Rating and Form after each of one player's last rated hands, oldest first.
-- `round` of a double rounds half away from zero, as pages must.
with

newest as (
    select
        rating_changes.seq,
        rating_changes.rated_hands,
        rating_changes.ended_at,
        cast(round(rating_changes.rating_after) as bigint) as rating,
        cast(round(rating_changes.form_after) as bigint) as form,
        rating_changes.level,
        rating_changes.level_event
    from rating_changes
    where
        rating_changes.player_id = $player_id
        and rating_changes.ladder = $ladder
        and rating_changes.device_id is not distinct from $device_id
    order by rating_changes.seq desc
    limit $n_last
)

select
    newest.rated_hands,
    newest.ended_at,
    newest.rating,
    newest.form,
    newest.level,
    newest.level_event
from newest
order by newest.seq
