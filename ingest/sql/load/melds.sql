-- Rows of incoming (Arrow, one a meld) into melds.
insert into melds by name
select hand_id, side, rank, n_naturals, n_wilds, canasta_kind, card_points

from incoming;
