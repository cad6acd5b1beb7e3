-- One player's Ratings after their last rated hands, oldest first, unrounded: for
-- the kernel, never for the browser.
with

newest as (
    select
        rating_changes.seq,
        rating_changes.rating_after
    from rating_changes
    where
        rating_changes.player_id = $player_id
        and rating_changes.ladder = $ladder
        and rating_changes.device_id is not distinct from $device_id
    order by rating_changes.seq desc
    limit $n_last
)

select newest.rating_after
from newest
order by newest.seq
