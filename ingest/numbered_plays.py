"""Plays as the engine takes them: with the numbers that cards have in a deck."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.cards import Deck
from engine.records import NumberedMoves
from ingest.packed_moves import CARDS, KINDS, RANKS, SHIFTS, WIDTHS
from ingest.play_walk import N_MOVES, N_NAMED, N_PACK
from ingest.plays import Plays, spread

_KIND = {kind: code for code, kind in enumerate(KINDS, start=1)}
_NAMES = np.array(["", *KINDS], np.object_)


class _Numbers(NamedTuple):
    """By code: the number in a deck, -1 where it has none."""

    cards: np.ndarray
    ranks: np.ndarray


def _numbers_of(deck: Deck) -> _Numbers:
    return _Numbers(
        np.array([-1, *(deck.ids.get(card, -1) for card in CARDS)]),
        np.array([-1, *(deck.rank_ids.get(rank, -1) for rank in RANKS)]),
    )


def numbered_plays(
    plays: Plays, numbers: np.ndarray, deck: Deck
) -> Iterator[tuple[list[int], NumberedMoves] | None]:
    """Pack and moves of some plays; None with what is not of the deck."""
    of_card, of_rank = _numbers_of(deck)
    n_moves, n_named = plays.rows[numbers, N_MOVES], plays.rows[numbers, N_NAMED]
    words = plays.words[spread(plays.rows[:, N_MOVES], numbers)]
    kind, n_cards = _field(words, "do"), np.maximum(_field(words, "n_cards") - 1, 0)
    cards = of_card[plays.named[spread(plays.rows[:, N_NAMED], numbers)]]
    ranks, replaced = of_rank[_field(words, "rank")], _field(words, "replacement")
    is_meld, is_expose = kind == _KIND["meld"], kind == _KIND["expose"]
    other = np.where(is_meld, ranks, _field(words, "yes") - 1)
    other = np.where(is_expose, of_card[replaced], other)
    is_odd = (is_meld & (ranks < 0)) | (is_expose & (replaced > 0) & (other < 0))
    is_odd |= kind == _KIND["special_hand"]
    hands = np.arange(len(numbers))
    odd = {*np.repeat(hands, n_moves)[is_odd].tolist()}
    odd |= {*np.repeat(hands, n_named)[cards < 0].tolist()}
    ends = np.cumsum(n_cards)
    do, seat = _NAMES[kind].tolist(), _field(words, "seat").tolist()
    first, end, others = (ends - n_cards).tolist(), ends.tolist(), other.tolist()
    named = cards.tolist()
    packs = of_card[plays.packs[spread(plays.rows[:, N_PACK], numbers)]].tolist()
    at = at_pack = 0
    for hand, (count, n_pack) in enumerate(
        zip(n_moves.tolist(), plays.rows[numbers, N_PACK].tolist(), strict=True)
    ):
        own = slice(at, at + count)
        pack = packs[at_pack : at_pack + n_pack]
        at, at_pack = at + count, at_pack + n_pack
        if hand in odd:
            yield None
            continue
        yield (
            pack,
            NumberedMoves(do[own], seat[own], first[own], end[own], others[own], named),
        )


def _field(words: np.ndarray, name: str) -> np.ndarray:
    """The codes of one field."""
    codes: np.ndarray = words >> SHIFTS[name] & (1 << WIDTHS[name]) - 1
    return codes
