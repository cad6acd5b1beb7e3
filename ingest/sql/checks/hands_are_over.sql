-- hands that ended after the file they came from was read: a clock is wrong
select
    hands.game_id,
    hands.hand_no,
    hands.hand_id,
    hands.ended_at,
    sources.last_read_at

from hands

inner join sources
    on hands.source_id = sources.source_id

where hands.ended_at > sources.last_read_at

order by hands.ended_at, hands.hand_id;
