    -- Who is counted on a live ladder: enough rated hands, and one of them not long
    -- before the newest hand of the build. Private players are counted as all are.
    select
        player_ratings.player_id,
        case $measure
            when 'rating' then player_ratings.rating
            else player_ratings.form
        end as points
    from player_ratings
    where
        player_ratings.ladder = $ladder
        and player_ratings.device_id is null
        and player_ratings.rated_hands >= $fewest_hands
        and player_ratings.last_hand_at
        >= (select max(hands.ended_at) from hands) - to_days($active_days)
