-- players: one player, by what was said last and the hands they sat in.
-- grain:  one row per player_id
-- reads:  player_records, hand_seats, hands
-- units:  times in UTC

create or replace view players as

with

said as (

    select
        player_records.player_id,
        player_records."at",
        player_records.name,
        player_records.show_skill,
        player_records.self_rating,
        list_position(
            ['learning', 'casual', 'experienced', 'expert'], player_records.self_rating
        ) as self_rating_place

    from player_records

),

latest as (

    -- of several records at the same instant, privacy first, then the first name
    select
        said.player_id,
        first(said.name order by said."at" desc, said.show_skill, said.name) as name,
        first(said.show_skill order by said."at" desc, said.show_skill)
            as show_skill,
        first(said.self_rating order by said."at" desc, said.self_rating_place)
            filter (said.self_rating is not null) as self_rating,
        min(said."at") as first_said_at,
        max(said."at") as last_said_at

    from said

    group by said.player_id

),

seated as (

    select
        hand_seats.player_id,
        min(hands.started_at) as first_played_at,
        max(hands.ended_at) as last_played_at

    from hand_seats

    inner join hands
        on hand_seats.hand_id = hands.hand_id

    where hand_seats.player_id is not null

    group by hand_seats.player_id

),

final as (

    select
        coalesce(latest.player_id, seated.player_id) as player_id,
        coalesce(latest.name, seated.player_id) as name,
        latest.self_rating,
        coalesce(latest.show_skill, true) as show_skill,
        least(latest.first_said_at, seated.first_played_at) as first_seen_at,
        greatest(latest.last_said_at, seated.last_played_at) as last_seen_at

    from latest

    full join seated
        on latest.player_id = seated.player_id

)

select * from final;

comment on view players is 'One player: by player records, or by a seat in a hand alone. Grain: player_id.';
comment on column players.player_id is 'Who; ids never change meaning.';
comment on column players.name is 'Name to show, by the latest record; the id where there is none.';
comment on column players.self_rating is '`learning`, `casual`, `experienced` or `expert`, as last said. Null: never said.';
comment on column players.show_skill is 'Whether others may see level, Rating, Form, progress and self-rating, by the latest record; true where there is none.';
comment on column players.first_seen_at is 'Earliest record or start of a hand, UTC.';
comment on column players.last_seen_at is 'Latest record or end of a hand, UTC.';
