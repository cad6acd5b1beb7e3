"""The independent program on many hands under random configurations."""

import random
import tomllib

import pytest

from rating.config import MARGIN_FUNCTIONS, RatingConfig
from rating.config_file import with_values
from rating.replay import replay
from rating.tables import changes_table
from tests.golden import reference_rating
from tests.golden.seasons import hand_arrays, random_season

N_CONFIGS = 20
N_HANDS = 5_000  # of each season: 100,000 in all


def random_values(seed):
    """Values of a configuration, drawn so that every branch is met."""
    rng = random.Random(seed)
    lines = sorted(rng.sample(range(850, 1150), 5))
    levels = [
        {
            "name": f"level {i}",
            "form": line,
            "hands": rng.choice((0, 10, 60)),
            "games": rng.choice((0, 1, 5)),
        }
        for i, line in enumerate(lines)
    ]
    return {
        "start.rating": rng.choice((1000, 1013.7)),
        "start.provisional_hands": rng.choice((1, 5, 10)),
        "change.scale": rng.choice((250, 400, 733.3)),
        "change.k": [
            {"from_hand": 0, "k": rng.uniform(20, 60)},
            {"from_hand": rng.randint(1, 40), "k": rng.uniform(5, 30)},
        ],
        "change.margin_function": rng.choice(MARGIN_FUNCTIONS),
        "change.margin_scale.coastal": rng.choice((120.5, 900)),
        "form.kind": rng.choice(("exponential", "window")),
        "form.span": rng.choice((1, 2, 30, 77)),
        "seats.computer_live": rng.choice((1300, 990.25)),
        "seats.away_hands": rng.choice(("on_return", "on_return", "always", "never")),
        "levels.keep_margin": rng.choice((0, 12.5, 50)),
        "levels.protected_hands": rng.choice((0, 4, 25)),
        "levels.table": [{"name": "first"}, *levels],
    }


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(N_CONFIGS))
def test_long_season_equals_the_reference_under_a_random_configuration(seed):
    hands, records = random_season(1000 + seed, n_hands=N_HANDS, n_players=60)
    config = with_values(RatingConfig(), random_values(seed))
    table = tomllib.loads(config.to_toml())

    rows = changes_table(replay(hand_arrays(hands, records), config)).to_pylist()
    reference = reference_rating.rate(hands, records, table)

    for name, ladder in reference.items():
        got = [row for row in rows if row["ladder"] == name]
        assert len(got) == len(ladder.rows)
        for mine, wanted in zip(got, ladder.rows, strict=True):
            exact = {k: v for k, v in wanted.items() if not isinstance(v, float)}
            close = {k: v for k, v in wanted.items() if isinstance(v, float)}
            assert {k: mine[k] for k in exact} == exact
            assert {k: mine[k] for k in close} == pytest.approx(close, rel=0, abs=1e-9)
