-- Why a player's Rating moved in a hand: opponents_part + result_part = rating_change.
create or replace macro explain_rating(hand_id, player_id) as table
    select
        rating_changes.ladder,
        rating_changes.rating_before,
        rating_changes.rating_change,
        rating_changes.rating_after,
        rating_changes.opponents_part,
        rating_changes.result_part,
        rating_changes.margin,
        rating_changes.zero_margin,
        rating_changes.side_rating,
        rating_changes.other_side_rating,
        rating_changes.expected_score,
        rating_changes.actual_score,
        rating_changes.k_factor,
        rating_changes.form_before,
        rating_changes.form_after,
        rating_changes.rated_hands,
        rating_changes.level,
        rating_changes.level_event,
        rating_changes.settled_by_hand_id

    from rating_changes

    where
        rating_changes.hand_id = hand_id
        and rating_changes.player_id = player_id;

comment on macro table explain_rating is 'The row of rating_changes of one hand and player, without ids: opponents_part (who played) + result_part (how it ended) = rating_change; at zero_margin the hand would have counted zero.';
