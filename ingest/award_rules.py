"""The view `award_rules`: what the rulesets say of account points, for SQL.

The numbers belong to the rulesets (docs/rules.md 5.9); the view is written from
them, so that `game_awards` holds none of its own.
"""

from engine.rulesets import award_rules

_COMMENTS = """
comment on view award_rules is 'What a finished game of a ruleset adds to accounts (docs/rules.md 5.9): written from the rulesets. Grain: ruleset; rulesets without awards are left out.';
comment on column award_rules.ruleset is 'Canonical name of the ruleset.';
comment on column award_rules.points_per_hand is 'Account points for each hand played, from losers to winners. Null: the option `stake` once a game, however many hands.';
"""  # noqa: E501


def award_rules_sql() -> str:
    """The statements that define the view and its comments."""
    rows = ", ".join(
        f"('{ruleset}', {'null' if points is None else points}::bigint)"
        for ruleset, points in award_rules().items()
    )
    return (
        "create or replace view award_rules as "
        f"from (values {rows}) as rules(ruleset, points_per_hand);{_COMMENTS}"
    )
