-- hand_sides: one side of one hand.
-- grain:  one row per (hand_id, side)
-- reads:  hands, plain_hand_sides
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
comment on column hand_sides.hand_id is 'The hand: hands.hand_id.';
comment on column hand_sides.side is 'The side: seat modulo the number of sides, from 0.';
comment on column hand_sides.points is 'Points of the hand.';
comment on column hand_sides.points_before is 'The side''s points in the game before the hand.';
comment on column hand_sides.points_after is 'The side''s points in the game after the hand.';
comment on column hand_sides.margin is 'Own points minus the best other side''s, in points.';
comment on column hand_sides.melded is 'Points of the cards on the table; negative in coastal without a canasta. Null: the log gives no breakdown.';
comment on column hand_sides.canasta_bonus is 'Points for canastas. Null: the log gives no breakdown.';
comment on column hand_sides.threes is 'Points for threes, with their sign. Null: the log gives no breakdown.';
comment on column hand_sides.going_out is 'Points for going out. Null: the log gives no breakdown.';
comment on column hand_sides.held is 'Points of the cards left in the holdings, never positive. Null: the log gives no breakdown.';
comment on column hand_sides.penalties is 'Penalties, never positive. Null: the log gives no breakdown.';
comment on column hand_sides.special_hand is 'Id of the special hand this side declared; every line of the breakdown is then 0. Null: none.';
comment on column hand_sides.n_natural_canastas is 'Natural canastas other than those counted as aces or sevens. Null: not in the log.';
comment on column hand_sides.n_mixed_canastas is 'Mixed canastas. Null: not in the log.';
comment on column hand_sides.n_wild_canastas is 'Canastas of wilds. Null: not in the log.';
comment on column hand_sides.n_aces_canastas is 'Natural canastas of aces, in coastal. Null: not in the log.';
comment on column hand_sides.n_sevens_canastas is 'Natural canastas of sevens, in coastal. Null: not in the log.';
comment on column hand_sides.n_canastas is 'Canastas of every kind. Null: not in the log.';
comment on column hand_sides.opening_turn is 'The side''s own turn, from 1, in which it opened. Null: it never opened, or the hand was not replayed.';
comment on column hand_sides.opening_points is 'Points that counted to the opening minimum. Null: it never opened, or the hand was not replayed.';
comment on column hand_sides.opening_minimum is 'Points the opening had to reach when it was made; of a side that never opened, those it would have needed at the end. Null: the hand was not replayed.';
comment on column hand_sides.n_pile_takes is 'How often the side took the pile. Null: the hand was not replayed.';
comment on column hand_sides.n_pile_cards is 'Cards it took that way, the top card included. Null: the hand was not replayed.';
comment on column hand_sides.won is 'Whether the side had the most points of the hand. Null: a tie for the most.';
