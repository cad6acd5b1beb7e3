-- Rows of incoming (Arrow, one a finished hand) into hands.
insert into hands by name
select
    hand_id,
    game_id,
    hand_no,
    ruleset,
    options,
    mode,
    device_id,
    started_at,
    ended_at,
    (epoch_us(ended_at) - epoch_us(started_at)) / 1e6 as duration_s,
    dealer_seat,
    ended_by,
    went_out_seat,
    special_hand_seat,
    is_concealed,
    is_game_over,
    n_moves,
    status,
    $source_id as source_id,
    line_no,
    margin,
    sides,
    seated,
    held_by,
    replayed_sides,
    replayed_seats

from incoming;
