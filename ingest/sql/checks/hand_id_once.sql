-- a hand_id with more than one row in hands, or with none in hand_contents
with

counted as (

    select
        hands.hand_id,
        count(*)::bigint as n_hands

    from hands

    group by hands.hand_id

)

select
    counted.hand_id,
    counted.n_hands,
    count(hand_contents.hand_id)::bigint as n_contents

from counted

left join hand_contents
    on
        counted.hand_id = hand_contents.hand_id
        and not hand_contents.is_partial

group by counted.hand_id, counted.n_hands

having
    counted.n_hands <> 1
    or count(hand_contents.hand_id) <> 1

order by counted.hand_id;
