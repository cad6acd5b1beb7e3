-- rated_hands: one hand that rates somebody, live run only.
-- grain:  one row per (ladder_no, place)
-- reads:  rated_hand_rows, files of history/, rated_margins
-- units:  rating points; scores in [0, 1]; margins in points

create or replace view rated_hands as

with

stored as (

    select *
    from rated_hand_rows
    -- files of hands

)

select
    stored.* exclude (margin_no)
    replace (
        stored.place::bigint as place,
        if(isfinite(stored.zero_margin), stored.zero_margin, null) as zero_margin
    ),
    rated_margins.* exclude (ladder_no, margin_no, first_place)

from stored

left join rated_margins
    on
        stored.ladder_no = rated_margins.ladder_no
        and stored.margin_no = rated_margins.margin_no;

comment on view rated_hands is 'One hand that rates somebody, at once or when a player who was away comes back, as it was when it was rated. Grain: ladder_no, place. rating_changes is made from it; stays in the warehouse.';
comment on column rated_hands.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_hands.place is 'Counting hands of the ladder before it.';
comment on column rated_hands.hand_id is 'The hand.';
comment on column rated_hands.margin is 'Points of side 0 minus those of side 1.';
comment on column rated_hands.side_rating_0 is 'Mean strength of the seats of side 0, in rating points.';
comment on column rated_hands.side_rating_1 is 'The same of side 1.';
comment on column rated_hands.expected_score is 'Expected score of side 0, in [0, 1].';
comment on column rated_hands.actual_score is 'Actual score of side 0, in [0, 1].';
comment on column rated_hands.opponents_share_0 is 'What K is multiplied with to give the opponents'' part of a change on side 0.';
comment on column rated_hands.opponents_share_1 is 'The same on side 1.';
comment on column rated_hands.result_share_0 is 'What K is multiplied with to give the result''s part of a change on side 0.';
comment on column rated_hands.result_share_1 is 'The same on side 1.';
comment on column rated_hands.zero_margin is 'Margin of side 0 at which the hand would have counted zero, in points; of side 1 the same with the other sign. Null: there is none.';
