-- plain_hands: a hand whose sides and seats stand in tables of their own, as they did in
--              homes made before they were packed.
-- grain:  one row per hand_id
-- reads:  hands, plain_hand_sides, plain_hand_seats
-- units:  as in counting_hands

with

-- Three-sided play has no Rating.
plain_sides as (

    select
        hand_id,
        max(margin) filter (where side = 0) as margin

    from plain_hand_sides

    group by hand_id

    having
        count(*) filter (where side = 0) = 1
        and count(*) filter (where side = 2) = 0

),

plain_seats as (

    select
        hand_id,
        list(player_id order by seat) as players,
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

    from plain_hand_seats

    group by hand_id

)

select
    hands.* exclude (players, held_by),
    plain_sides.margin,
    plain_seats.players,
    plain_seats.held_by

from hands

inner join plain_sides
    on hands.hand_id = plain_sides.hand_id

inner join plain_seats
    on hands.hand_id = plain_seats.hand_id
