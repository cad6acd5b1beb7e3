-- Days on which a hand of played_hands.sql, which comes first, was played. grain: day.
days as (
    select
        played_hands.day,
        count(*) as n_hands,
        count(*) filter (played_hands.won) as n_won,
        cast(
            sum(played_hands.rating_after - played_hands.rating_before) as bigint
        ) as rating_change
    from played_hands
    group by played_hands.day
)

select days.*
from days
order by days.day
