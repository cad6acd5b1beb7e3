-- rated seats that do not start where the player's last one ended
with

followed as (

    select
        rating_changes.ladder,
        rating_changes.seq,
        rating_changes.player_id,
        rating_changes.rating_before,
        rating_changes.form_before,
        rating_changes.rated_hands,
        lag(rating_changes.rating_after) over history as last_rating,
        lag(rating_changes.form_after) over history as last_form,
        coalesce(lag(rating_changes.rated_hands) over history, 0) as last_hands

    from rating_changes

    window history as (
        partition by
            rating_changes.ladder,
            rating_changes.player_id,
            rating_changes.device_id
        order by rating_changes.seq
    )

)

select
    followed.ladder,
    followed.seq,
    followed.player_id,
    followed.last_rating,
    followed.rating_before

from followed

where
    followed.rated_hands <> followed.last_hands + 1
    or followed.rating_before <> followed.last_rating
    or followed.form_before <> followed.last_form

order by
    followed.ladder,
    followed.seq;
