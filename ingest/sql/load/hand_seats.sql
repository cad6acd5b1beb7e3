-- Rows of incoming (Arrow, one a seat) into hand_seats.
insert into hand_seats by name
select
    hand_id,
    seat,
    side,
    player_id,
    partner_id,
    controller,
    computer_skill,
    player_id is not null and controller = 'computer' and not left_in_hand as is_away,
    left_in_hand,
    case when ended_by = 'went_out' then went_out_seat = seat else false end
        as went_out,
    n_draws,
    n_pile_takes,
    n_discards,
    n_time_outs,
    ended_at

from incoming;
