-- Rows of incoming (Arrow, one a record) into player_records.
insert into player_records by name
select
    player_id,
    "at",
    name,
    self_rating,
    show_skill,
    $source_id as source_id,
    line_no

from incoming;
