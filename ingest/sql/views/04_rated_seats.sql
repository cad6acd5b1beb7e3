-- rated_seats: one rated seat of one hand, live run only.
-- grain:  one row per (ladder_no, seq)
-- reads:  packed_seats
-- units:  rating points

create or replace view rated_seats as

select
    (what & 31)::utinyint as ladder_no,
    seq,
    (who >> 32)::bigint as place,
    ((who >> 4) & 268435455)::integer as player_no,
    (who & 15)::utinyint as seat,
    ((what >> 5) & 32767)::integer as kind_no,
    rating_before,
    form_before,
    form_after,
    (what >> 42)::bigint as rated_hands,
    ((what >> 20) & 4194303)::bigint as finished_games

from packed_seats;

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
