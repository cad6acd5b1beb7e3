-- Rows of incoming (Arrow, one a hand) into hand_contents.
insert into hand_contents by name
select
    hand_id,
    content_hash,
    play_hash,
    is_partial,
    n_moves,
    $segment_no as segment_no

from incoming;
