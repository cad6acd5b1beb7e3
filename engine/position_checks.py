"""What no table could show: the refusals of `coastal score`.

Not judged: whether play could have led to the position.
"""

from __future__ import annotations

from collections import Counter

from engine.cards import IS_NATURAL_RANK, THREE, WILD_MELD
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
    n_threes_held = _n_threes_held(table)
    for side in table.sides:
        _check_melds(ruleset, side)
        _check_threes(table, side, n_threes_held)
        _check_going_out(ruleset, side)
        if side.special_hand is not None:
            _check_special_hand(ruleset, side)


def _refuse(ruleset: Ruleset, topic: str, sentence: str) -> None:
    raise PositionError(sentence, ruleset.clauses[topic])


def _check_copies(table: Table) -> None:
    """Raise if a card, or a face, is there more often than the packs hold it."""
    ruleset = table.ruleset
    deck = ruleset.deck
    cards = table.cards
    if not deck.ids.keys().isdisjoint(table.names):
        named = Counter([name for name in table.names if name in deck.ids])
        for name, n in named.items():
            if n > 1:
                _refuse(ruleset, "deal", f"{name} lies on the table twice")
        cards = [deck.shown[deck.faces[card]] for card in cards]
    counts = Counter(cards)  # of each face one and the same card
    if max(counts.values(), default=0) <= deck.n_copies:
        return
    for card, n in counts.items():
        face = deck.faces[card]
        if n > deck.n_of_face[face]:
            _refuse(
                ruleset,
                "deal",
                f"{n} cards {face} on the table, the packs hold {deck.n_of_face[face]}",
            )


def _check_melds(ruleset: Ruleset, side: PositionSide) -> None:
    is_bonus_three = ruleset.is_bonus_three
    seen = set()
    for cards, ranks, meld in zip(
        side.melds, side.meld_ranks, side.tally.melds, strict=True
    ):
        if THREE in ranks and any(is_bonus_three[card] for card in cards):
            _refuse_meld(ruleset, side, meld, "threes", " with a three that is exposed")
        rank = meld.rank
        if ranks.count(rank) != meld.n_naturals:
            _refuse_meld(ruleset, side, meld, "meld", " of several ranks")
        _check_meld(ruleset, side, meld)
        if rank in seen:
            _refuse_meld(
                ruleset, side, meld, "meld", " is the side's second of its rank"
            )
        seen.add(rank)


def _refuse_meld(
    ruleset: Ruleset, side: PositionSide, meld: MeldTally, topic: str, problem: str
) -> None:
    size = meld.n_naturals + meld.n_wilds
    where = f"sides[{side.number}]: a meld of {size} cards"
    _refuse(ruleset, topic, where + problem)


def _check_meld(ruleset: Ruleset, side: PositionSide, meld: MeldTally) -> None:
    rank, n_naturals, n_wilds, _, _ = meld
    size = n_naturals + n_wilds
    if size < 3:
        _refuse_meld(ruleset, side, meld, "meld", ", 3 are needed")
    if size > ruleset.max_meld_size:
        problem = f", it closes at {ruleset.max_meld_size}"
        _refuse_meld(ruleset, side, meld, "meld_size", problem)
    if rank == WILD_MELD:
        if not ruleset.has_wild_meld:
            _refuse_meld(ruleset, side, meld, "wild_meld", ", all of them wild")
    elif rank == THREE:
        is_set = ruleset.has_black_three_set and not n_wilds and n_naturals <= 4
        if not is_set or not side.went_out:
            problem = ": threes make no such meld here"
            _refuse_meld(ruleset, side, meld, "black_threes", problem)
    else:
        _check_mix(ruleset, side, meld)


def _check_mix(ruleset: Ruleset, side: PositionSide, meld: MeldTally) -> None:
    rank, n_naturals, n_wilds, _, _ = meld
    topic = None
    why = ""
    if not IS_NATURAL_RANK[rank]:
        topic = "meld"
    elif n_wilds and rank in ruleset.ranks_without_wilds:
        topic, why = "sevens", ": this rank never takes wilds"
    elif (
        n_naturals < ruleset.min_naturals
        or n_wilds > ruleset.max_wilds
        or n_naturals - n_wilds < ruleset.min_surplus
    ):
        topic = "meld_mix"
    if topic is not None:
        mix = f", {n_naturals} naturals and {n_wilds} wilds{why}"
        _refuse_meld(ruleset, side, meld, topic, mix)


def _n_threes_held(table: Table) -> int:
    """Threes in the holdings that the ruleset has exposed."""
    is_bonus_three = table.ruleset.is_bonus_three
    n_held = 0
    for side in table.sides:
        for cards, counts in zip(side.holdings, side.tally.holdings, strict=True):
            if counts[THREE]:
                n_held += sum([is_bonus_three[card] for card in cards])
    return n_held


def _check_threes(table: Table, side: PositionSide, n_held: int) -> None:
    """Raise for exposed cards that are no such threes, and threes never held."""
    ruleset = table.ruleset
    where = f"sides[{side.number}]"
    for card in side.threes:
        if not ruleset.is_bonus_three[card]:
            problem = f"{where}.threes holds a card that is not exposed"
            _refuse(ruleset, "threes", problem)
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
