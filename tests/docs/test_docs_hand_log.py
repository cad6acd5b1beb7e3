"""docs/hand-log.md names every code, outcome, move and field that the reader knows."""

import json
from typing import get_args

import msgspec
import pytest

from docs.generate import DOCS
from ingest.ledger import Outcome
from ingest.records import LINES, MOVE_FIELDS, Hand, Player
from ingest.refusal import Code

PAGE = (DOCS / "hand-log.md").read_text(encoding="utf-8")
FIELDS = [
    field.encode_name
    for record in (Hand, Player)
    for field in msgspec.structs.fields(record)
]


@pytest.mark.parametrize(
    "word", [*get_args(Code), *get_args(Outcome), *MOVE_FIELDS, *LINES, *FIELDS]
)
def test_word_is_on_the_page(word):
    assert f"`{word}`" in PAGE


def test_codes_stand_in_the_order_in_which_they_are_tried():
    places = [PAGE.index(f"\n| `{code}` |") for code in get_args(Code)[:-1]]

    assert places == sorted(places)


def test_schema_requires_what_the_page_requires():
    schema = json.loads((DOCS / "hand-log.schema.json").read_text(encoding="utf-8"))

    required = schema["$defs"]["Hand"]["required"]
    assert "result" in required
    assert not {"pack", "moves", "device_id"} & set(required)
