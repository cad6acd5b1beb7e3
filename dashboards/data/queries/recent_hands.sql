-- One player's last rated hands, oldest first, as a forecast draws from them.
-- Side ratings tell of others: what is made of these rows goes to the browser, they
-- never do. Hands that the computer played for the player are left out.
with

own_changes as (
    select
        rating_changes.seq,
        rating_changes.hand_id,
        rating_changes.side,
        rating_changes.margin,
        rating_changes.side_rating,
        rating_changes.other_side_rating,
        rating_changes.rating_before,
        rating_changes.finished_games
        > lag(rating_changes.finished_games, 1, 0) over (
            order by rating_changes.seq
        ) as finishes
    from rating_changes
    where
        rating_changes.player_id = $player_id
        and rating_changes.ladder = $ladder
        and rating_changes.device_id is not distinct from $device_id
        and rating_changes.settled_by_hand_id is null
    qualify row_number() over (order by rating_changes.seq desc) <= $n_last
),

side_sizes as (
    select
        own_changes.seq,
        count(*) as side_size
    from own_changes
    inner join hand_seats
        on
            hand_seats.hand_id = own_changes.hand_id
            and hand_seats.side = own_changes.side
    group by own_changes.seq
)

select
    own_changes.margin,
    own_changes.side_rating,
    own_changes.other_side_rating,
    own_changes.rating_before,
    own_changes.finishes,
    side_sizes.side_size
from own_changes
inner join side_sizes on side_sizes.seq = own_changes.seq
order by own_changes.seq
