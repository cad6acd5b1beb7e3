-- rated_seats: one rated seat of one hand, live run only.
-- grain:  one row per (ladder_no, seq)
-- reads:  rated_seat_rows, files of history/
-- units:  rating points

create or replace view rated_seats as

with

stored as (

    select *
    from rated_seat_rows
    -- files of seats

)

select
    ladder_no,
    seq,
    place::bigint as place,
    player_no,
    seat,
    kind_no,
    rating_before,
    form_before,
    form_after,
    rated_hands::bigint as rated_hands,
    finished_games::bigint as finished_games

from stored;

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
