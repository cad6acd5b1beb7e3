-- game_awards: what a finished tiles game adds to each seat's account.
-- grain:  one row per (game_id, seat)
-- reads:  games, hands, hand_seats, award_rules
-- units:  account points

create or replace view game_awards as

with

finished as (

    select
        games.game_id,
        games.winning_side,
        games.n_hands,
        award_rules.points_per_hand,
        max_by(hands.hand_id, (hands.hand_no, hands.hand_id)) as hand_id,
        max_by(hands.options, (hands.hand_no, hands.hand_id)) as options

    from games

    inner join award_rules
        on games.ruleset = award_rules.ruleset

    inner join hands
        on games.game_id = hands.game_id

    where
        games.is_finished
        and hands.ended_by <> 'abandoned'

    group by all

),

stakes as (

    select
        finished.game_id,
        finished.winning_side,
        finished.hand_id,
        -- rules.md 5.9: so much a round, or in the arena the stake once
        coalesce(
            finished.points_per_hand * finished.n_hands,
            cast(finished.options ->> '$.stake' as bigint)
        ) as stake

    from finished

),

final as (

    select
        stakes.game_id,
        hand_seats.seat,
        hand_seats.player_id,
        (
            case
                when stakes.winning_side is null then 0
                when hand_seats.side = stakes.winning_side then stakes.stake
                else -stakes.stake
            end
        )::bigint as award

    from stakes

    inner join hand_seats
        on stakes.hand_id = hand_seats.hand_id

)

select * from final;

comment on view game_awards is 'What a finished tiles game adds to the account of each seat (docs/rules.md 5.9). Grain: game_id, seat.';
comment on column game_awards.game_id is 'The game.';
comment on column game_awards.seat is 'The seat, in the deciding hand.';
comment on column game_awards.player_id is 'The player of that seat. Null: a computer.';
comment on column game_awards.award is 'Account points: for winners plus, for losers minus the stake (arena) or the points of award_rules for every round played; 0 in a tie.';
