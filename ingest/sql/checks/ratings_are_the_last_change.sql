-- players whose Rating, Form or hands are not those after their last rated seat
with

last_changes as (

    select
        rating_changes.ladder,
        rating_changes.player_id,
        rating_changes.device_id,
        max_by(rating_changes.rating_after, rating_changes.seq) as rating,
        max_by(rating_changes.form_after, rating_changes.seq) as form,
        max(rating_changes.rated_hands) as rated_hands,
        max(rating_changes.rating_after) as peak_rating

    from rating_changes

    group by
        rating_changes.ladder,
        rating_changes.player_id,
        rating_changes.device_id

)

select
    coalesce(player_ratings.ladder, last_changes.ladder) as ladder,
    coalesce(player_ratings.player_id, last_changes.player_id) as player_id,
    player_ratings.rating,
    last_changes.rating as last_rating

from player_ratings

full join last_changes
    on
        player_ratings.ladder = last_changes.ladder
        and player_ratings.player_id = last_changes.player_id
        and player_ratings.device_id is not distinct from last_changes.device_id

where
    player_ratings.rating is distinct from last_changes.rating
    or player_ratings.form is distinct from last_changes.form
    or player_ratings.rated_hands is distinct from last_changes.rated_hands
    or player_ratings.peak_rating is distinct from last_changes.peak_rating

order by all;
