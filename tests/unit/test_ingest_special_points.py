"""Points of a declared special hand under both values of special_score_mode (A-13)."""

import json

import pytest

from ingest.claims import check_claims
from ingest.decode import decode
from ingest.refusal import RefusedLineError
from ingest.soundness import sound_hand
from tests.unit.hand_records import hand, result

LINES = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")


def check(points, lines, mode):
    record = hand(
        options={"special_score_mode": mode},
        result=result((points, 0), (0, 0), ended_by="special_hand"),
    )
    side = record["result"]["sides"][0]
    side["special_hand"] = "garbage"
    side.update(dict(zip(LINES, lines, strict=True)))
    decoded = decode(json.dumps(record).encode())
    check_claims(decoded, sound_hand(decoded).ruleset)


@pytest.mark.parametrize("mode", ["replace", "add"])
def test_side_without_melds_gets_the_special_points_alone(mode):
    check(3000, (0, 0, 0, 0, 0, 0), mode)


def test_lines_of_the_partner_are_added_to_the_special_points():
    check(3000 + 85 + 500 - 20, (85, 500, 0, 0, -20, 0), "add")


@pytest.mark.parametrize(
    ("points", "lines", "mode"),
    [
        (3565, (85, 500, 0, 0, -20, 0), "replace"),
        (3000, (85, 500, 0, 0, -20, 0), "add"),
        (2500, (0, 0, 0, 0, 0, 0), "add"),
    ],
)
def test_other_sums_are_refused(points, lines, mode):
    with pytest.raises(RefusedLineError) as refused:
        check(points, lines, mode)
    assert refused.value.code == "points_mismatch"
