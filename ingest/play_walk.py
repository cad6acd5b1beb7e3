"""A compiled reader of pack and moves, many lines at once, where plainly written.

Plainly written is a line of one object without escapes whose `pack` and `moves` have
known names only, each once, whole numbers without a sign, and of white space a single
space after a comma or a colon. Where anything else is found, the line is left as it
is: what is JSON, which types are right and what is refused are `ingest.decode`'s to
say. Nor is judged here what lies beside pack and moves: it is copied without the two,
and is sound JSON just when the line was.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ingest import (
    compiled,
    json_bytes,
    lines,
    packed_moves,
    play_moves,
    play_names,
    play_tokens,
    records,
)
from ingest.compiled import compiled_from, digest_of, inlined, pointer
from ingest.json_bytes import (
    CLOSE,
    CLOSE_LIST,
    COLON,
    COMMA,
    LINE_FEED,
    OPEN,
    OPEN_LIST,
    QUOTE,
    RETURN,
)
from ingest.lines import MAX_LINE
from ingest.packed_moves import MOST_CARDS, MOST_MOVES
from ingest.play_moves import (
    MS,
    N_CARDS,
    move_at,
    put_cards,
    put_length,
    put_move,
    word_of,
)
from ingest.play_names import CODE, MOVES, PACK, TOP, WHAT
from ingest.play_tokens import behind, cards_at, name_at, text_end, value_end

MOST_OF_PACK: Final = 255  # no ruleset has as many
BOTH: Final = 1 << PACK | 1 << MOVES

# Columns of `rows`; the last four are places in `packed`.
LINE, N_MOVES, N_NAMED, N_LISTED, N_PACK = range(5)
PACK_AT, PACK_END, MOVES_AT, MOVES_END = range(5, 9)
N_COLUMNS: Final = 9

# How much of each array is used.
ROWS_USED, WORDS_USED, NAMED_USED, LISTED_USED, PACKS_USED = range(5)
PACKED_USED, REST_USED = 5, 6
N_USED: Final = 7


class Found(NamedTuple):
    """Arrays for what is found, one hand after the other, as large as need be.

    Below they are what `pointer` makes of them.
    """

    rows: Any  # int64, N_COLUMNS a hand
    words: Any  # int64, a move each, its turn unknown
    ms: Any  # int64, a move each, -1 for none
    listed: Any  # uint16: cards of moves that have several
    named: Any  # uint16: cards of all moves
    packs: Any  # uint16: cards of the packs
    packed: Any  # uint8: packs and moves as msgpack
    rest: Any  # uint8: the lines, without pack and moves where they were plain
    used: Any  # int64: how much of each
    move: Any  # int64: the move that is being read
    cards: Any  # uint16: its cards


@inlined
def _pack(data: Any, at: int, found: Found, row: int) -> int:
    """The list of cards at `at` as the pack of a hand."""
    used, first = found.used, found.used[PACKS_USED]
    n_cards, at = cards_at(data, at, found.packs, first, MOST_OF_PACK)
    if at >= 0:
        to = used[PACKED_USED]
        end = put_cards(found.packs, first, n_cards, found.packed, to)
        found.rows[row + N_PACK] = n_cards
        found.rows[row + PACK_AT] = to
        found.rows[row + PACK_END] = used[PACKED_USED] = end
        used[PACKS_USED] += n_cards
    return at


@inlined
def _moves(data: Any, at: int, found: Found, row: int) -> int:
    """The list at `at` as the moves of a hand."""
    used, first = found.used, found.used[WORDS_USED]
    n_moves = n_cards = n_listed = latest = 0
    to = first_byte = used[PACKED_USED] + 3  # behind the longest head of a list
    at = behind(data, at, OPEN_LIST)
    while at >= 0:
        at = move_at(data, at, found.move, found.cards)
        ms, n_own = found.move[MS], max(found.move[N_CARDS] - 1, 0)
        is_late = -1 < ms < latest
        if at < 0 or is_late or n_cards + n_own > MOST_CARDS or n_moves == MOST_MOVES:
            return -1
        latest = max(latest, ms)
        found.ms[first + n_moves] = ms
        card = found.cards[0] if n_own == 1 else n_listed
        found.words[first + n_moves] = word_of(found.move, card)
        for n in range(n_own):
            found.named[used[NAMED_USED] + n_cards + n] = found.cards[n]
            found.listed[used[LISTED_USED] + n_listed + n] = found.cards[n]
        n_cards += n_own
        n_listed += n_own if n_own > 1 else 0
        to = put_move(found.move, found.cards, found.packed, to)
        n_moves += 1
        if data[at] == CLOSE_LIST:
            break
        at = behind(data, at, COMMA)
    if at < 0:
        return -1
    first_byte -= 1 if n_moves < 16 else 3
    put_length(n_moves, found.packed, first_byte)
    found.rows[row + N_MOVES], found.rows[row + N_LISTED] = n_moves, n_listed
    found.rows[row + MOVES_AT], found.rows[row + MOVES_END] = first_byte, to
    found.rows[row + N_NAMED] = n_cards
    used[WORDS_USED] += n_moves
    used[NAMED_USED] += n_cards
    used[LISTED_USED] += n_listed
    used[PACKED_USED] = to
    return at + 1


@inlined
def _copy(data: Any, at: int, end: int, found: Found) -> None:
    to = found.used[REST_USED] - at
    for place in range(at, end):
        found.rest[to + place] = data[place]
    found.used[REST_USED] = to + end


@inlined
def _member(data: Any, at: int, top: int, found: Found, row: int) -> int:
    """The place behind the value at `at`, which is read if `top` is one of ours."""
    if top == PACK:
        return _pack(data, at, found, row)
    if top == MOVES:
        return _moves(data, at, found, row)
    return value_end(data, at)


@inlined
def _line(data: Any, at: int, found: Found, row: int) -> int:
    """The line at `at`; the place of its line feed."""
    start = copied = at
    seen = 0
    comma = -1
    is_closed = False
    at = behind(data, at, OPEN)
    while at >= 0 and data[at] == QUOTE:
        slot, _ = name_at(data, at + 1)
        top = CODE[slot] if slot >= 0 and WHAT[slot] == TOP else -1
        at = behind(data, text_end(data, at + 1), COLON)
        if at < 0 or (top >= 0 and (comma < 0 or seen >> top & 1)):
            return -1
        at = _member(data, at, top, found, row)
        if at >= 0 and top >= 0:
            seen |= 1 << top
            _copy(data, copied, comma, found)
            copied = at
        is_closed = at >= 0 and data[at] == CLOSE
        if is_closed:
            break
        comma = at
        at = behind(data, at, COMMA)
    if not is_closed or seen != BOTH:
        return -1
    at += 2 if data[at + 1] == RETURN else 1
    if data[at] != LINE_FEED or at - start > MAX_LINE:
        return -1
    _copy(data, copied, at + 1, found)
    return at


def _walked(block: np.ndarray, n_bytes: int, arrays: Found) -> None:
    """Every plainly written play of the lines in `block` into `arrays`.

    Behind the `n_bytes` of the lines, `block` has `PADDING` line feeds.
    """
    data = pointer(block)
    found = Found(
        pointer(arrays.rows),
        pointer(arrays.words),
        pointer(arrays.ms),
        pointer(arrays.listed),
        pointer(arrays.named),
        pointer(arrays.packs),
        pointer(arrays.packed),
        pointer(arrays.rest),
        pointer(arrays.used),
        pointer(arrays.move),
        pointer(arrays.cards),
    )
    used = found.used
    at = line = 0
    while at < n_bytes:
        before = used[0], used[1], used[2], used[3], used[4], used[5], used[6]
        row = used[ROWS_USED] * N_COLUMNS
        end = _line(data, at, found, row)
        if end < 0:  # as if nothing of it had been read
            used[0], used[1], used[2], used[3], used[4], used[5], used[6] = before
            end = at
            while data[end] != LINE_FEED:
                end += 1
            _copy(data, at, end + 1, found)
        else:
            found.rows[row + LINE] = line
            used[ROWS_USED] += 1
        at = end + 1
        line += 1


_MODULES: Final = (
    compiled,
    json_bytes,
    lines,
    packed_moves,
    play_moves,
    play_names,
    play_tokens,
    records,
)
_STAMP: Final = digest_of(
    Path(path) for path in (__file__, *(module.__file__ for module in _MODULES)) if path
)
walk: Final = compiled_from(_STAMP, _walked)
