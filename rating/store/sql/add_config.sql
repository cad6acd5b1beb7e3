-- add_config: a new live version of the configuration.

insert into rating_configs by name

select
    coalesce(max(rating_configs.config_id), 0) + 1 as config_id,
    $now as created_at,
    $author as author,
    $reason as reason,
    $toml as toml,
    true as is_live,
    $parent_config_id as parent_config_id,
    $applies_from as applies_from,
    $before_config_id as before_config_id

from rating_configs
