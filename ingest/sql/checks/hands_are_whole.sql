-- hands without the rows of their sides, seats or moves
with

sides as (

    select hand_sides.hand_id, count(*)::bigint as n_sides
    from hand_sides
    group by hand_sides.hand_id

),

seats as (

    select
        hand_seats.hand_id,
        count(*)::bigint as n_seats,
        count(distinct hand_seats.side)::bigint as n_seated_sides
    from hand_seats
    group by hand_seats.hand_id

),

logged as (

    select hand_moves.hand_id, len(hand_moves.moves) as n_logged
    from hand_moves

    union all

    select plain_moves.hand_id, count(*)::bigint as n_logged
    from plain_moves
    group by plain_moves.hand_id

)

select
    hands.hand_id,
    sides.n_sides,
    seats.n_seats,
    hands.n_moves,
    logged.n_logged

from hands

left join sides
    on hands.hand_id = sides.hand_id

left join seats
    on hands.hand_id = seats.hand_id

left join logged
    on hands.hand_id = logged.hand_id

where
    sides.n_sides is null
    or seats.n_seats is null
    or sides.n_sides <> seats.n_seated_sides
    or coalesce(hands.n_moves, 0) <> coalesce(logged.n_logged, 0)

order by hands.hand_id;
