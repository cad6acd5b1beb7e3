-- Rows of incoming (Arrow, one a move) into plain_moves.
insert into plain_moves by name
select
    hand_id,
    move_no,
    turn,
    seat,
    "do",
    cards,
    rank,
    replacement,
    yes,
    special_hand,
    ms

from incoming;
