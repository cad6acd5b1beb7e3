-- counting_seats: who holds a seat of a counting hand.
-- grain:  one row per (hand_id, seat)
-- reads:  counting_hands (hand_id, place), hand_seats
-- units:  held_by has the codes of rating.hands; $starts_at and $ends_at as in
--         counting_hands; digest tells all of this

with

seats as (

    select
        hand_id,
        seat,
        player_id,
        case
            when player_id is null
                then $computer + list_position($skills, computer_skill) - 1
            when controller = 'player' then $present
            when left_in_hand then $left
            else $away
        end as held_by

    from hand_seats

    where
        ended_at >= make_timestamptz($starts_at)
        and ended_at < make_timestamptz($ends_at)

)

select
    counting_hands.place,
    seats.seat,
    seats.player_id,
    seats.held_by,
    hash(seats.hand_id, seats.seat, seats.player_id, seats.held_by) as digest

from seats

inner join counting_hands
    on seats.hand_id = counting_hands.hand_id
