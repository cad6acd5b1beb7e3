create table if not exists forgotten_hands (
    hand_id varchar not null,
    content_token varchar not null
);

comment on table forgotten_hands is 'One content that a hand had before a player in it was forgotten: the same log read again is a duplicate. Grain: hand_id, content_token. Kept in the warehouse alone; empty in a snapshot.';
comment on column forgotten_hands.hand_id is 'The hand: hand_contents.hand_id.';
comment on column forgotten_hands.content_token is 'BLAKE2b, 16 bytes, of the earlier content_hash under the key of forgotten_players, hexadecimal.';
