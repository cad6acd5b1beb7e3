-- two hands of one game with the same hand_no
select
    hands.game_id,
    hands.hand_no,
    count(*)::bigint as n_hands,
    min(hands.hand_id) as first_hand_id,
    max(hands.hand_id) as last_hand_id

from hands

group by hands.game_id, hands.hand_no

having count(*) > 1

order by hands.game_id, hands.hand_no;
