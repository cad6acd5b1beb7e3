"""Results-only hands that are plainly sound, from bytes to tables without a detour.

Such hands are most of what a live site sends. They are read, checked and turned into
columns in machine code, without the lock of the interpreter; every line that is left
over goes through `ingest.decode` and what follows, one by one. Both ways give the
same rows: a property test compares them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from engine.ruleset import Ruleset
from ingest.accepted import PlainPart
from ingest.arrow import BOOL, INT, TEXT, TIME, texts
from ingest.columns import REPLAYED_OF_SEATS, REPLAYED_OF_SIDES, Tables
from ingest.contents import content_hashes, packed_ruleset
from ingest.json_bytes import LINE_FEED
from ingest.plain_contents import ROOM, pack_hands
from ingest.plain_rulesets import Rulesets, are_sound, rulesets_of
from ingest.plain_scan import read_hands
from ingest.plain_schema import AT, HAND, NULL, SEAT, SIDE, SLOTS, TRUE, WORDS
from ingest.plain_state import State, kept, new_state
from ingest.plain_texts import texts_at
from ingest.plain_words import Words, new_words
from ingest.records import CANASTAS, LINES, POINTS

_NO_PLAYS: Mapping[int, bytes] = {}
_WORDS = texts(word.strip('"') for word in WORDS)


def read_plain_hands(
    data: bytes, *, keep: bool, plays: Mapping[int, bytes] = _NO_PLAYS
) -> PlainPart:
    """The plainly sound hands among the lines of `data`, as hands without moves.

    A last line without an end is left out; `keep` false leaves the tables out. `plays`
    are the play hashes of lines, by their places, whose pack and moves were taken out.
    """
    lines = np.frombuffer(data, np.uint8)[: data.rfind(b"\n") + 1]
    n_lines = int(np.count_nonzero(lines == LINE_FEED))
    words, state = new_words(), new_state(n_lines)
    read_hands(lines, state, words)
    if not state.n_rows[HAND]:
        return PlainPart()
    rulesets = rulesets_of(data, state)
    is_right = are_sound(lines, state, rulesets)
    if not is_right.all():
        state = kept(state, is_right)
        rulesets.number = rulesets.number[is_right]
    hands = PlainHands(lines, words, state, rulesets)
    places = hands.column(AT.line).tolist()
    n_bytes = int((hands.column(AT.end) - hands.column(AT.start)).sum())
    if not keep or not places:
        return PlainPart(places, n_bytes)
    return PlainPart(places, n_bytes, _tables(hands, plays))


@dataclass(slots=True, eq=False)
class PlainHands:
    """Plain hands with the block that their texts stand in."""

    lines: np.ndarray
    words: Words
    state: State
    rulesets: Rulesets

    def column(self, slot: int, of: int = HAND) -> np.ndarray:
        """The values of a slot of all hands, seats or sides.

        A copy, for tables last longer than the rest of what was read.
        """
        found: np.ndarray = self.state.values[slot, : self.state.n_rows[of]].copy()
        return found

    def ints(self, slot: int, of: int = HAND) -> pa.Array:
        """Whole numbers."""
        numbers = self.column(slot, of)
        return pa.array(numbers, INT, mask=numbers == NULL)

    def bools(self, slot: int, of: int = HAND) -> pa.Array:
        """Truth values."""
        return pa.array(self.column(slot, of) == TRUE, BOOL)

    def times(self, slot: int) -> pa.Array:
        """Instants."""
        return pa.array(self.column(slot), INT).view(TIME)

    def texts(self, slot: int, of: int = HAND) -> pa.StringArray:
        """Texts of the block."""
        return texts_at(self.lines, self.column(slot, of), self.column(slot + 1, of))

    def word_texts(self, slot: int, of: int = HAND) -> pa.StringArray:
        """Texts that are words of the schema."""
        numbers = self.column(slot, of)
        return _WORDS.take(pa.array(numbers, INT, mask=numbers == NULL))


def _tables(hands: PlainHands, plays: Mapping[int, bytes]) -> Tables:
    table = _hands(hands)
    return {
        "hands": table,
        "hand_sides": _hand_sides(hands),
        "hand_seats": _hand_seats(hands),
        "hand_contents": _hand_contents(hands, table, plays),
    }


def _hands(hands: PlainHands) -> pa.Table:
    n_hands = len(hands.rulesets.number)
    ruleset = pa.array(hands.rulesets.number)
    different = hands.rulesets.different
    return pa.table(
        {
            "line": pa.array(hands.column(AT.line) + 1, INT),
            "hand_id": hands.texts(AT.hand_id),
            "game_id": hands.texts(AT.game_id),
            "hand_no": hands.ints(AT.hand_no),
            "ruleset": texts(r.name if r else "" for r in different).take(ruleset),
            "options": texts(map(_options, different)).take(ruleset),
            "mode": hands.word_texts(AT.mode),
            "device_id": hands.texts(AT.device_id),
            "started_at": hands.times(AT.started_at),
            "ended_at": hands.times(AT.ended_at),
            "dealer_seat": hands.ints(AT.dealer_seat),
            "ended_by": hands.word_texts(AT.ended_by),
            "went_out_seat": hands.ints(AT.went_out_seat),
            "special_hand_seat": hands.ints(AT.special_hand_seat),
            "is_concealed": hands.bools(AT.concealed),
            "is_game_over": hands.bools(AT.game_over),
            "n_moves": pa.nulls(n_hands, INT),
            "status": pa.repeat("unverified", n_hands),
        }
    )


def _options(ruleset: Ruleset | None) -> str:
    options = None if ruleset is None else ruleset.options
    return json.dumps(dict(options), sort_keys=True) if options else "{}"


def _hand_sides(hands: PlainHands) -> pa.Table:
    lines = np.repeat(hands.column(AT.line) + 1, hands.column(AT.sides))
    made = {
        "line": pa.array(lines, INT),
        "special_hand": pa.nulls(len(lines), TEXT),
    }
    for name in (*POINTS, *LINES):
        made[name] = hands.ints(SLOTS[name], SIDE)
    for kind in CANASTAS:
        made[f"n_{kind}_canastas"] = hands.ints(SLOTS[kind], SIDE)
    for name in REPLAYED_OF_SIDES:
        made[name] = pa.nulls(len(lines), INT)
    return pa.table(made)


def _hand_seats(hands: PlainHands) -> pa.Table:
    lines = np.repeat(hands.column(AT.line) + 1, hands.column(AT.seats))
    made = {
        "line": pa.array(lines, INT),
        "player_id": hands.texts(AT.player_id, SEAT),
        "controller": hands.word_texts(AT.controller, SEAT),
        "computer_skill": hands.word_texts(AT.skill, SEAT),
        "left_in_hand": hands.bools(AT.left_in_hand, SEAT),
    }
    for name in REPLAYED_OF_SEATS:
        made[name] = pa.nulls(len(lines), INT)
    return pa.table(made)


def _hand_contents(
    hands: PlainHands, table: pa.Table, plays: Mapping[int, bytes]
) -> pa.Table:
    n_hands = table.num_rows
    return pa.table(
        {
            "line": table["line"],
            "hand_id": table["hand_id"],
            "content_hash": _hashes(hands, plays),
            "play_hash": pa.nulls(n_hands, pa.binary()),
            "is_partial": pa.array(np.zeros(n_hands, np.bool_), BOOL),
            "n_moves": pa.array(np.zeros(n_hands, np.int64), INT),
        }
    )


def _hashes(hands: PlainHands, plays: Mapping[int, bytes]) -> pa.Array:
    """The content hash of each hand."""
    rulesets = hands.rulesets
    chunks = [packed_ruleset(r) if r else b"" for r in rulesets.different]
    ends = np.append(0, np.cumsum([len(chunk) for chunk in chunks]))
    n_hands = len(rulesets.number)
    packed = np.empty(n_hands * (ROOM + max(map(len, chunks))), np.uint8)
    starts = np.zeros(n_hands + 1, np.int64)
    chunk = np.frombuffer(b"".join(chunks), np.uint8)
    pack_hands(
        hands.lines,
        hands.words,
        hands.state,
        chunk,
        ends,
        rulesets.number,
        packed,
        starts,
    )
    own = [plays.get(place, b"") for place in hands.column(AT.line).tolist()]
    hashes = content_hashes(packed[: starts[-1]].tobytes(), starts.tolist(), own)
    return pa.array(hashes, pa.binary())
