-- hand_sides: one side of one hand.
-- grain:  one row per (hand_id, side)
-- reads:  hands, plain_hand_sides, whose comments on columns it has
-- units:  points; a filter on columns of hands reaches its stored rows

create or replace view hand_sides as

with

spread as (

    select
        hand_id,
        generate_subscripts(sides, 1) - 1 as side,
        unnest(sides) as said,
        sides,
        replayed_sides

    from hands

),

facts as (

    select
        *,
        replayed_sides[side + 1] as replayed,
        -- Of two sides the other one, of three the better other one.
        said.points - greatest(
            sides[(side + 1) % len(sides) + 1].points,
            sides[(side + len(sides) - 1) % len(sides) + 1].points
        ) as margin

    from spread

)

select
    hand_id,
    side,
    said.points::bigint as points,
    said.points_before::bigint as points_before,
    said.points_after::bigint as points_after,
    margin::bigint as margin,
    said.melded::bigint as melded,
    said.canasta_bonus::bigint as canasta_bonus,
    said.threes::bigint as threes,
    said.going_out::bigint as going_out,
    said.held::bigint as held,
    said.penalties::bigint as penalties,
    said.special_hand as special_hand,
    said.n_natural_canastas as n_natural_canastas,
    said.n_mixed_canastas as n_mixed_canastas,
    said.n_wild_canastas as n_wild_canastas,
    said.n_aces_canastas as n_aces_canastas,
    said.n_sevens_canastas as n_sevens_canastas,
    said.n_natural_canastas + said.n_mixed_canastas + said.n_wild_canastas
    + said.n_aces_canastas + said.n_sevens_canastas as n_canastas,
    replayed.opening_turn as opening_turn,
    replayed.opening_points as opening_points,
    replayed.opening_minimum as opening_minimum,
    replayed.n_pile_takes as n_pile_takes,
    replayed.n_pile_cards as n_pile_cards,
    case when margin <> 0 then margin > 0 end as won

from facts

union all by name

from plain_hand_sides;

comment on view hand_sides is 'One side of one hand. Grain: hand_id, side. Every points column is what was added to the side, so losses are negative.';
