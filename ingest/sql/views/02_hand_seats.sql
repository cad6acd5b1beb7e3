-- hand_seats: one seat of one hand.
-- grain:  one row per (hand_id, seat)
-- reads:  hands, plain_hand_seats, whose comments on columns it has
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
