-- How far the data reaches, how much there is, which configuration is live.
select
    (select max(hands.ended_at) from hands) as data_to,
    (select count(*) from hands) as n_hands,
    (
        select max(rating_configs.config_id)
        from rating_configs
        where rating_configs.is_live
    ) as config_id
