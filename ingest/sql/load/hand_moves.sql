-- Rows of incoming (Arrow, one a hand) into hand_moves.
insert into hand_moves by name
select hand_id, moves, cards, ms

from incoming;
