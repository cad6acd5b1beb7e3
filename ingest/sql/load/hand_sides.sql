-- Rows of incoming (Arrow, one a side) into hand_sides.
insert into hand_sides by name
select
    hand_id,
    side,
    points,
    points_before,
    points_after,
    margin,
    melded,
    canasta_bonus,
    threes,
    going_out,
    held,
    penalties,
    special_hand,
    n_natural_canastas,
    n_mixed_canastas,
    n_wild_canastas,
    n_aces_canastas,
    n_sevens_canastas,
    n_natural_canastas + n_mixed_canastas + n_wild_canastas + n_aces_canastas
    + n_sevens_canastas as n_canastas,
    opening_turn,
    opening_points,
    opening_minimum,
    n_pile_takes,
    n_pile_cards,
    case when margin <> 0 then margin > 0 end as won

from incoming;
