-- games whose hands differ in ruleset, options or mode
select
    hands.game_id,
    min(hands.ruleset) as first_ruleset,
    max(hands.ruleset) as last_ruleset,
    count(distinct (hands.ruleset, hands.options, hands.mode))::bigint as n_kinds

from hands

group by hands.game_id

having count(distinct (hands.ruleset, hands.options, hands.mode)) > 1

order by hands.game_id;
