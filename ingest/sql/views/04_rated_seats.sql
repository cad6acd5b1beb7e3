-- rated_seats: one rated seat of one hand, live run only.
-- grain:  one row per (ladder_no, seq)
-- reads:  packed_changes
-- units:  rating points

create or replace view rated_seats as

with

spread as (

    select
        packed_changes.ladder_no,
        packed_changes.first_seq,
        generate_subscripts(packed_changes.who, 1) as number,
        unnest(packed_changes.who) as who,
        unnest(packed_changes.what) as what,
        unnest(packed_changes.rating_before) as rating_before,
        unnest(packed_changes.form_before) as form_before,
        unnest(packed_changes.form_after) as form_after

    from packed_changes

)

select
    ladder_no,
    first_seq + number - 1 as seq,
    (who >> 32)::bigint as place,
    ((who >> 4) & 268435455)::integer as player_no,
    (who & 15)::utinyint as seat,
    (what & 1048575)::integer as kind_no,
    rating_before,
    form_before,
    form_after,
    (what >> 42)::bigint as rated_hands,
    ((what >> 20) & 4194303)::bigint as finished_games

from spread;

comment on view rated_seats is 'One rated seat of one hand, live run only. Grain: ladder_no, seq. rating_changes is made from it; stays in the warehouse.';
comment on column rated_seats.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_seats.seq is 'Order of application within the ladder, from 1.';
comment on column rated_seats.place is 'The hand: rated_hands.place.';
comment on column rated_seats.player_no is 'The player: rated_players.player_no.';
comment on column rated_seats.seat is 'The player''s seat in that hand.';
comment on column rated_seats.kind_no is 'K-factor and level: rated_kinds.kind_no.';
comment on column rated_seats.rating_before is 'As in rating_changes.';
comment on column rated_seats.form_before is 'As in rating_changes.';
comment on column rated_seats.form_after is 'As in rating_changes.';
comment on column rated_seats.rated_hands is 'As in rating_changes.';
comment on column rated_seats.finished_games is 'As in rating_changes.';
