-- fingerprints: what the Ratings of a ladder rest on, as sums of hashes, so that a
--               hand that is late, changed or gone shows.
-- grain:  one row per part of the time between $instants that holds anything
-- reads:  hands, hand_sides, hand_seats, player_records
-- units:  what lies before $starts_at is left out; part p lies before the p-th of $instants (from 0) and not before the one
--         ahead of it; $instants in microseconds since 1970, rising

with

chosen as (

    select
        hand_id,
        len(list_filter($instants, lambda x: x <= epoch_us(ended_at))) as part,
        hash(
            hand_id, game_id, hand_no, epoch_us(ended_at), ended_by, device_id,
            is_game_over
        ) as digest

    from hands

    where
        split_part(ruleset, '-', 1) || '/' || mode = $ladder
        and ended_at >= make_timestamptz($starts_at)

),

digests as (

    select
        part,
        digest

    from chosen

    union all

    select
        chosen.part,
        hash(hand_sides.hand_id, hand_sides.side, hand_sides.points)

    from hand_sides

    inner join chosen
        on hand_sides.hand_id = chosen.hand_id

    union all

    select
        chosen.part,
        hash(
            hand_seats.hand_id, hand_seats.seat, hand_seats.player_id,
            hand_seats.controller, hand_seats.left_in_hand, hand_seats.computer_skill
        )

    from hand_seats

    inner join chosen
        on hand_seats.hand_id = chosen.hand_id

    where hand_seats.ended_at >= make_timestamptz($starts_at)

    union all

    -- Of every player: who sits on which ladder is not known here.
    select
        len(list_filter($instants, lambda x: x <= epoch_us("at"))),
        hash(player_id, epoch_us("at"), self_rating, 'said')

    from player_records

    where
        self_rating is not null
        and "at" >= make_timestamptz($starts_at)

)

select
    part,
    count(*) as n_digests,
    sum(digest)::varchar as digest

from digests

group by part

order by part
