-- One side of one hand that was played to its end, with what statistics count.
-- grain: hand_id, side; reads: hands, hand_sides, hand_seats; units: points
create or replace view finished_sides as
with

seats as (
    select
        hand_seats.hand_id,
        hand_seats.side,
        count(*) filter (
            hand_seats.player_id is not null and not hand_seats.is_away
        ) as n_people,
        bool_or(hand_seats.went_out) as went_out
    from hand_seats
    group by hand_seats.hand_id, hand_seats.side
),

finished_sides as (
    select
        hand_sides.hand_id,
        hand_sides.side,
        hands.game_id,
        split_part(hands.ruleset, '-', 1) as family,
        hands.ruleset,
        hands.mode,
        hands.ended_at,
        hands.ended_by,
        seats.n_people,
        hand_sides.points,
        hand_sides.margin,
        hand_sides.won,
        hand_sides.n_canastas,
        hand_sides.n_natural_canastas,
        hand_sides.n_mixed_canastas,
        hand_sides.n_wild_canastas,
        hand_sides.n_aces_canastas,
        hand_sides.n_sevens_canastas,
        case when hand_sides.opening_minimum is not null
            then hand_sides.opening_turn is not null
        end as opened,
        hand_sides.opening_turn,
        hand_sides.opening_points,
        hand_sides.opening_minimum,
        hand_sides.n_pile_takes,
        hand_sides.n_pile_cards,
        seats.went_out,
        seats.went_out and hands.is_concealed as was_concealed,
        hand_sides.held,
        hand_sides.penalties,
        hand_sides.special_hand
    from hand_sides
    inner join hands on hands.hand_id = hand_sides.hand_id
    inner join seats
        on seats.hand_id = hand_sides.hand_id
        and seats.side = hand_sides.side
    where hands.ended_by <> 'abandoned'
)

select * from finished_sides;

comment on view finished_sides is 'One side of one hand played to its end (abandoned hands are left out), with what statistics count. Grain: hand_id, side.';
comment on column finished_sides.hand_id is 'The hand: hands.hand_id.';
comment on column finished_sides.side is 'The side: seat modulo the number of sides, from 0.';
comment on column finished_sides.game_id is 'The game the hand belongs to.';
comment on column finished_sides.family is 'Ruleset family: the ruleset''s name before its first `-`.';
comment on column finished_sides.ruleset is 'Canonical name of the ruleset.';
comment on column finished_sides.mode is '`live` or `solo`.';
comment on column finished_sides.ended_at is 'When the hand ended, UTC.';
comment on column finished_sides.ended_by is '`went_out`, `special_hand`, `stock` or `stock_three`.';
comment on column finished_sides.n_people is 'Seats of the side that a person played, at least in part; 0 on a side of computers.';
comment on column finished_sides.points is 'Points of the hand.';
comment on column finished_sides.margin is 'Own points minus the best other side''s, in points.';
comment on column finished_sides.won is 'Whether the side had the most points of the hand. Null: a tie for the most.';
comment on column finished_sides.n_canastas is 'Canastas of every kind. Null: not in the log.';
comment on column finished_sides.n_natural_canastas is 'Natural canastas other than those counted as aces or sevens. Null: not in the log.';
comment on column finished_sides.n_mixed_canastas is 'Mixed canastas. Null: not in the log.';
comment on column finished_sides.n_wild_canastas is 'Canastas of wilds. Null: not in the log.';
comment on column finished_sides.n_aces_canastas is 'Natural canastas of aces, in coastal. Null: not in the log.';
comment on column finished_sides.n_sevens_canastas is 'Natural canastas of sevens, in coastal. Null: not in the log.';
comment on column finished_sides.opened is 'Whether the side opened. Null: the hand was not replayed.';
comment on column finished_sides.opening_turn is 'The side''s own turn, from 1, in which it opened. Null: it never opened, or the hand was not replayed.';
comment on column finished_sides.opening_points is 'Points that counted to the opening minimum. Null: it never opened, or the hand was not replayed.';
comment on column finished_sides.opening_minimum is 'Points the opening had to reach. Null: the hand was not replayed.';
comment on column finished_sides.n_pile_takes is 'How often the side took the pile. Null: the hand was not replayed.';
comment on column finished_sides.n_pile_cards is 'Cards it took that way, the top card included. Null: the hand was not replayed.';
comment on column finished_sides.went_out is 'Whether a seat of the side went out. Null: somebody did and the log does not say who.';
comment on column finished_sides.was_concealed is 'Whether the side went out concealed. Null: somebody did and the log does not say who.';
comment on column finished_sides.held is 'Points of the cards left in the holdings, never positive. Null: the log gives no breakdown.';
comment on column finished_sides.penalties is 'Penalties, never positive. Null: the log gives no breakdown.';
comment on column finished_sides.special_hand is 'Id of the special hand this side declared. Null: none.';
