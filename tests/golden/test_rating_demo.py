"""Every Rating of the demo against the independent program, from the logs on."""

import json
import tomllib
from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.snapshot import open_snapshot
from tests.golden import reference_rating

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(text):
    passed = datetime.fromisoformat(text) - EPOCH
    return (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds


def read_logs(folder):
    """Hands and player records of the logs as the reference reads them."""
    hands, records = [], []
    for file in sorted(folder.rglob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if record["type"] == "player":
                records.append(record | {"at": microseconds(record["at"])})
            elif record["result"] is not None:
                hands.append(as_hand(record))
    return hands, records


def as_hand(record):
    result = record["result"]
    return record | {
        "ended_at": microseconds(record["ended_at"]),
        "ended_by": result["ended_by"],
        "game_over": result["game_over"],
        "points": [side["points"] for side in result["sides"]],
    }


@pytest.fixture(scope="module")
def demo(demo_home):
    con = open_snapshot(Home(demo_home))
    names = [row[0] for row in con.execute("describe rating_changes").fetchall()]
    rows = con.execute("select * from rating_changes order by ladder, seq").fetchall()
    con.close()
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_rating_changes_equal_the_reference_on_all_demo_hands(demo, demo_home):
    hands, records = read_logs(Home(demo_home).logs)
    config = tomllib.loads(Home(demo_home).rating_toml.read_text())
    reference = reference_rating.rate(hands, records, config)
    wanted = [(name, row) for name, x in sorted(reference.items()) for row in x.rows]

    assert len(demo) == len(wanted) > 0
    for got, (ladder, row) in zip(demo, wanted, strict=True):
        assert got["ladder"] == ladder
        for column, value in row.items():
            if isinstance(value, float):
                assert got[column] == pytest.approx(value, rel=0, abs=1e-9), column
            else:
                assert got[column] == value, column
