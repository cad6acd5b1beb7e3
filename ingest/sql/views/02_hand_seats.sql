-- hand_seats: one seat of one hand.
-- grain:  one row per (hand_id, seat)
-- reads:  hands, plain_hand_seats
-- units:  times in UTC; a filter on columns of hands reaches its stored rows

create or replace view hand_seats as

with

sat as (

    select
        *,
        coalesce(
            players,
            list_transform(string_split(seated, ','), lambda id: nullif(id, ''))
        ) as seat_players

    from hands

),

spread as (

    select
        hand_id,
        ended_at,
        ended_by,
        went_out_seat,
        len(sides) as n_sides,
        generate_subscripts(seat_players, 1) - 1 as seat,
        unnest(seat_players) as player_id,
        seat_players,
        held_by,
        replayed_seats

    from sat

),

facts as (

    select
        *,
        held_by[seat + 1] as holder,
        replayed_seats[seat + 1] as replayed

    from spread

)

select
    hand_id,
    seat,
    seat % n_sides as side,
    player_id,
    case
        when n_sides < len(seat_players)
            then seat_players[(seat + n_sides) % len(seat_players) + 1]
    end as partner_id,
    case when holder = 1 then 'player' else 'computer' end as controller,
    case
        when holder > 3 then ['beginner', 'intermediate', 'expert'][holder - 3]
    end as computer_skill,
    holder = 3 as is_away,
    holder = 2 as left_in_hand,
    case when ended_by = 'went_out' then went_out_seat = seat else false end
        as went_out,
    replayed.n_draws as n_draws,
    replayed.n_pile_takes as n_pile_takes,
    replayed.n_discards as n_discards,
    replayed.n_time_outs as n_time_outs,
    ended_at

from facts

union all by name

from plain_hand_seats;

comment on view hand_seats is 'One seat of one hand. Grain: hand_id, seat. In a snapshot the rows lie in the order of player_id, ended_at.';
comment on column hand_seats.hand_id is 'The hand: hands.hand_id.';
comment on column hand_seats.seat is 'The seat, from 0, in order of play.';
comment on column hand_seats.side is 'The side: seat modulo the number of sides.';
comment on column hand_seats.player_id is 'The player the seat belongs to. Null: a computer''s own seat.';
comment on column hand_seats.partner_id is 'The player of the partner''s seat. Null: a computer''s own seat, or no partner.';
comment on column hand_seats.controller is 'Who held the seat when the hand ended: `player` or `computer`.';
comment on column hand_seats.computer_skill is '`beginner`, `intermediate` or `expert`. Null: the seat belongs to a player.';
comment on column hand_seats.is_away is 'Whether a computer played a player''s seat for the seat_players hand.';
comment on column hand_seats.left_in_hand is 'Whether the player played in this hand and left during it.';
comment on column hand_seats.went_out is 'Whether this seat went out. Null: somebody did and the log does not say who.';
comment on column hand_seats.n_draws is 'Draws from the stock. Null: the hand was not replayed.';
comment on column hand_seats.n_pile_takes is 'Times the seat took the pile. Null: the hand was not replayed.';
comment on column hand_seats.n_discards is 'Discards. Null: the hand was not replayed.';
comment on column hand_seats.n_time_outs is 'Turns that the clock ended. Null: the hand was not replayed.';
comment on column hand_seats.ended_at is 'When the hand ended, UTC: hands.ended_at, kept here so that one player''s rows lie together in time order.';
