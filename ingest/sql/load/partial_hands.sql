-- Rows of incoming (Arrow, one an unfinished hand) into partial_hands.
insert into partial_hands by name
select
    hand_id,
    game_id,
    hand_no,
    ruleset,
    mode,
    started_at,
    ended_at,
    coalesce(n_moves, 0) as n_moves,
    $source_id as source_id,
    line_no

from incoming;
