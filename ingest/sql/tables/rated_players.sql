create table if not exists rated_players (
    ladder_no utinyint not null,
    player_no integer not null,
    player_id varchar not null,
    device_id varchar
);

comment on table rated_players is 'One player (solo: on one device) who has had a seat in a counting hand of a ladder. Grain: ladder_no, player_no. rating_changes is made from it; stays in the warehouse.';
comment on column rated_players.ladder_no is 'The ladder: rated_ladders.ladder_no.';
comment on column rated_players.player_no is 'Number of the player on the ladder, from 0, in the order of appearance.';
comment on column rated_players.player_id is 'The player.';
comment on column rated_players.device_id is 'The device in solo. Null: live, or a device that is unknown.';
