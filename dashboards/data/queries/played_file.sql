-- The columns of a file of played_rows.sql, which is in the `from` before this.
select
    hand_id,
    strftime(timezone('UTC', ended_at), '%Y-%m-%dT%H:%M:%SZ') as ended_at,
    cast(day as varchar) as day,
    $zone as zone,
    $day_start as day_start,
    ruleset,
    mode,
    partner,
    opponents,
    points,
    other_points,
    rating_after - rating_before as rating_change,
    rating_after,
    form_after
