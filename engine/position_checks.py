"""What no table could show: the refusals of `coastal score`.

Not judged: whether play could have led to the position.
"""

from __future__ import annotations

from collections import Counter

from engine.cards import NATURAL_RANKS, THREE, WILD_MELD
from engine.going_out import is_unfinished
from engine.position_table import PositionError, PositionSide, Table
from engine.ruleset import Ruleset
from engine.special_hands import SPECIAL_HANDS, best_special_hand
from engine.tally import MeldTally

CANASTA_SIZE = 7


def check_table(table: Table) -> None:
    """Raise PositionError for the first thing that no table could show."""
    ruleset = table.ruleset
    _check_copies(table)
    n_ends = sum(side.went_out or side.special_hand is not None for side in table.sides)
    if n_ends > 1:
        _refuse(ruleset, "go_out", "two sides have ended the hand, at most one can")
    for side in table.sides:
        _check_melds(ruleset, side)
        _check_threes(table, side)
        _check_going_out(ruleset, side)
        if side.special_hand is not None:
            _check_special_hand(ruleset, side)


def _refuse(ruleset: Ruleset, topic: str, sentence: str) -> None:
    raise PositionError(sentence, ruleset.clauses[topic])


def _check_copies(table: Table) -> None:
    """Raise if a card, or a face, is there more often than the packs hold it."""
    ruleset = table.ruleset
    deck = ruleset.deck
    named: Counter[str] = Counter()
    faces: Counter[str] = Counter()
    for name in table.card_names:
        is_named = name in deck.ids
        faces[name[:-1] if is_named else name] += 1
        named[name] += is_named
    for name, n in named.items():
        if n > 1:
            _refuse(ruleset, "deal", f"{name} lies on the table twice")
    held = Counter(deck.faces)
    for face, n in faces.items():
        if n > held[face]:
            _refuse(
                ruleset,
                "deal",
                f"{n} cards {face} on the table, the packs hold {held[face]}",
            )


def _check_melds(ruleset: Ruleset, side: PositionSide) -> None:
    seen = set()
    for cards, meld in zip(side.melds, side.tally.melds, strict=True):
        where = f"sides[{side.number}]: a meld of {len(cards)} cards"
        if any(ruleset.is_bonus_three[card] for card in cards):
            _refuse(ruleset, "threes", f"{where} with a three that is exposed")
        ranks = {ruleset.deck.rank[c] for c in cards if not ruleset.deck.is_wild[c]}
        if len(ranks) > 1:
            _refuse(ruleset, "meld", f"{where} of several ranks")
        _check_meld(ruleset, side, meld, where)
        if meld.rank in seen:
            _refuse(ruleset, "meld", f"{where} is the side's second of its rank")
        seen.add(meld.rank)


def _check_meld(
    ruleset: Ruleset, side: PositionSide, meld: MeldTally, where: str
) -> None:
    size = meld.n_naturals + meld.n_wilds
    if size < 3:
        _refuse(ruleset, "meld", f"{where}, 3 are needed")
    if size > ruleset.max_meld_size:
        _refuse(ruleset, "meld_size", f"{where}, it closes at {ruleset.max_meld_size}")
    if meld.rank == WILD_MELD:
        if not ruleset.has_wild_meld:
            _refuse(ruleset, "wild_meld", f"{where}, all of them wild")
    elif meld.rank == THREE:
        _check_black_threes(ruleset, side, meld, where)
    else:
        _check_mix(ruleset, meld, where)


def _check_black_threes(
    ruleset: Ruleset, side: PositionSide, meld: MeldTally, where: str
) -> None:
    is_set = ruleset.has_black_three_set and not meld.n_wilds and meld.n_naturals <= 4
    if not is_set or not side.went_out:
        _refuse(ruleset, "black_threes", f"{where}: threes make no such meld here")


def _check_mix(ruleset: Ruleset, meld: MeldTally, where: str) -> None:
    mix = f"{where}, {meld.n_naturals} naturals and {meld.n_wilds} wilds"
    if meld.rank not in NATURAL_RANKS:
        _refuse(ruleset, "meld", mix)
    if meld.n_wilds and meld.rank in ruleset.ranks_without_wilds:
        _refuse(ruleset, "sevens", f"{mix}: this rank never takes wilds")
    if (
        meld.n_naturals < ruleset.min_naturals
        or meld.n_wilds > ruleset.max_wilds
        or meld.n_naturals - meld.n_wilds < ruleset.min_surplus
    ):
        _refuse(ruleset, "meld_mix", mix)


def _check_threes(table: Table, side: PositionSide) -> None:
    """Raise for exposed cards that are no such threes, and threes never held."""
    ruleset = table.ruleset
    where = f"sides[{side.number}]"
    if not all(ruleset.is_bonus_three[card] for card in side.threes):
        _refuse(ruleset, "threes", f"{where}.threes holds a card that is not exposed")
    n_held = sum(
        ruleset.is_bonus_three[card]
        for other in table.sides
        for cards in other.holdings
        for card in cards
    )
    if not n_held or ruleset.settle_dealt_threes == "turn":
        return
    if not ruleset.last_three_stays:
        _refuse(ruleset, "threes", "a holding has a three that is exposed at once")
    ended = any(s.went_out or s.special_hand is not None for s in table.sides)
    if n_held > 1 or ended:
        _refuse(
            ruleset,
            "stock_three",
            "only the stock's last card leaves a three in a holding, and nobody out",
        )


def _check_going_out(ruleset: Ruleset, side: PositionSide) -> None:
    where = f"sides[{side.number}]"
    n_seats = ruleset.n_seats // ruleset.n_sides
    if len(side.holdings) > n_seats:
        _refuse(ruleset, "seats", f"{where} has {len(side.holdings)} holdings")
    has_failed_asks = ruleset.failed_ask_penalty and ruleset.ask != "none"
    if side.n_failed_asks and not has_failed_asks:
        _refuse(ruleset, "ask", f"{where}.failed_ask: no such penalty here")
    if side.is_concealed and not side.went_out:
        _refuse(ruleset, "go_out", f"{where} is concealed, but did not go out")
    if not side.went_out:
        return
    if all(side.holdings) and len(side.holdings) == n_seats:
        _refuse(ruleset, "go_out", f"{where} went out, but each holding has cards")
    n_canastas = sum(len(cards) >= CANASTA_SIZE for cards in side.melds)
    needed = ruleset.n_canastas_to_go_out
    if n_canastas < needed:
        _refuse(
            ruleset,
            "go_out",
            f"{where} went out with {n_canastas} canastas, {needed} are needed",
        )
    if not ruleset.unfinished_blocks:
        return
    for meld in side.tally.melds:
        is_exempt = ruleset.dead_unfinished_exempt and meld.rank in (
            side.tally.dead_ranks
        )
        size = meld.n_naturals + meld.n_wilds
        if is_unfinished(meld.rank, size, meld.n_wilds) and not is_exempt:
            _refuse(
                ruleset,
                "unfinished",
                f"{where} went out over an unfinished meld of sevens, aces or wilds",
            )


def _check_special_hand(ruleset: Ruleset, side: PositionSide) -> None:
    where = f"sides[{side.number}]"
    name = side.special_hand
    if not ruleset.has_special_hands or name not in SPECIAL_HANDS:
        _refuse(ruleset, "special_hands", f"{where}: no special hand {name!r} here")
    if side.went_out:
        _refuse(ruleset, "special_hands", f"{where}: a special hand is no going out")
    for number, counts in enumerate(side.tally.holdings):
        best = best_special_hand(counts)
        if best is not None and best.special_hand == name:
            side.tally.special_holding = number
            return
    _refuse(ruleset, "special_hands", f"{where}: no holding is the 14 cards of {name}")
