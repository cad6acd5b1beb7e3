-- the same pack and moves under more than one hand_id: perhaps exported twice
select
    min(hand_contents.hand_id) as first_hand_id,
    max(hand_contents.hand_id) as last_hand_id,
    count(*)::bigint as n_hands

from hand_contents

where
    hand_contents.play_hash is not null
    and not hand_contents.is_partial

group by hand_contents.play_hash

having count(*) > 1

order by first_hand_id;
