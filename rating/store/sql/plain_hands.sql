-- plain_hands: a hand of two sides whose sides and seats are rows of other tables: in a
--              snapshot, and in the warehouse of a home made before they were packed.
-- grain:  one row per hand_id
-- reads:  hands, hand_sides, hand_seats
-- units:  as in counting_hands

with

-- Three-sided play has no Rating.
plain_sides as (

    select
        hand_id,
        max(margin) filter (where side = 0) as margin

    from {hand_sides}

    group by hand_id

    having
        count(*) filter (where side = 0) = 1
        and count(*) filter (where side = 2) = 0

),

plain_seats as (

    select
        hand_id,
        string_agg(coalesce(player_id, ''), ',' order by seat) as seated,
        list(
            case
                when player_id is null
                    then {computer} + list_position({skills}, computer_skill) - 1
                when controller = 'player' then {present}
                when left_in_hand then {left}
                else {away}
            end::utinyint
            order by seat
        ) as held_by

    from {hand_seats}

    group by hand_id

)

select
    hands.hand_id,
    hands.game_id,
    hands.hand_no,
    hands.ended_at,
    hands.ruleset,
    hands.mode,
    hands.device_id,
    hands.is_game_over,
    hands.ended_by,
    plain_seats.seated,
    plain_seats.held_by,
    plain_sides.margin

from hands

inner join plain_sides
    on hands.hand_id = plain_sides.hand_id

inner join plain_seats
    on hands.hand_id = plain_seats.hand_id
