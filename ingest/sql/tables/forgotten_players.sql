create table if not exists forgotten_players (
    key varchar not null,
    player_token varchar not null,
    forgotten_at timestamptz not null
);

comment on table forgotten_players is 'One player who was forgotten, without the id. Grain: player_token, forgotten_at. Kept in the warehouse alone; empty in a snapshot.';
comment on column forgotten_players.key is 'The home folder''s secret, hexadecimal, the same in every row; also in raw/forgotten.json.';
comment on column forgotten_players.player_token is 'BLAKE2b, 16 bytes, of the forgotten id under the key, hexadecimal.';
comment on column forgotten_players.forgotten_at is 'When, UTC. Player records of that id said before then are not loaded again.';
