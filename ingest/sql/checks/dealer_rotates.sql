-- hands whose dealer does not sit next to the previous hand's dealer
with

tables_of as (

    select
        hand_seats.hand_id,
        count(*) as n_seats

    from hand_seats

    group by hand_seats.hand_id

),

held as (

    select
        hands.game_id,
        hands.hand_no,
        hands.hand_id,
        hands.dealer_seat,
        tables_of.n_seats,
        lag(hands.hand_no) over hands_of_game as previous_hand_no,
        lag(hands.dealer_seat) over hands_of_game as previous_dealer_seat,
        lag(hands.ended_by) over hands_of_game as previous_ended_by

    from hands

    inner join tables_of
        on hands.hand_id = tables_of.hand_id

    window hands_of_game as (
        partition by hands.game_id
        order by hands.hand_no, hands.hand_id
    )

)

select game_id, hand_no, hand_id, dealer_seat, previous_dealer_seat

from held

where
    previous_hand_no = hand_no - 1
    -- a hand that was given up may be dealt again by the same dealer
    and previous_ended_by <> 'abandoned'
    and dealer_seat <> (previous_dealer_seat + 1) % n_seats

order by game_id, hand_no;
