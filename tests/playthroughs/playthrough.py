"""Hands as text that a person can read and the engine can play again.

    hand went_out-01
    ruleset coastal {}
    dealer 2, points before 0 0
    pack 9D2 6S1 …
    deal: 3 expose 3C2 AD1
    turn 1 seat 3: draw 8H1; discard 4C1 | stock 52, pile 1, canastas 0 0
    end went_out, seat 1
    side 0: -35 = melded 0, canasta_bonus 0, …

`render` writes what the engine makes of the moves, so that playing a text again
and rendering it shows every difference, line by line.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.moves import (
    Answer,
    Ask,
    CancelOpening,
    Discard,
    Draw,
    Expose,
    JokerButton,
    Meld,
    Move,
    SpecialHand,
    TakePile,
    Talon,
)
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.score import SideScore, score_hand
from engine.state import HandState

LINES = (
    "melded", "canasta_bonus", "threes", "going_out", "held", "penalties",
)  # fmt: skip


@dataclass(kw_only=True)
class Playthrough:
    """A hand from its pack to its end; every account has one extra joker."""

    name: str
    ruleset: Ruleset
    dealer_seat: int
    points_before: tuple[int, ...]
    pack: list[int]
    moves: list[Move] = field(default_factory=list)

    def begin(self) -> HandState:
        """The hand before its first move."""
        return HandState(
            self.ruleset,
            self.pack,
            self.dealer_seat,
            self.points_before,
            extra_jokers=[1] * self.ruleset.n_seats,
        )


def render(hand: Playthrough) -> list[str]:
    """The lines of a hand, every one made by playing its moves."""
    names = hand.ruleset.deck.names
    state = hand.begin()
    before = " ".join(map(str, hand.points_before))
    lines = [
        f"hand {hand.name}",
        f"ruleset {hand.ruleset.name} {json.dumps(dict(hand.ruleset.options))}",
        f"dealer {hand.dealer_seat}, points before {before}",
        "pack " + " ".join(names[card] for card in hand.pack),
    ]
    turn, seat, table = 0, -1, ""
    words: list[str] = []
    for move in hand.moves:
        if state.turn != turn and words:
            lines.append(_turn_line(turn, seat, words, table))
            words = []
        turn, seat = state.turn, state.seat
        state.apply(move)
        words.append(_move_text(move, hand.ruleset, with_seat=turn == 0))
        table = _table(state)
    lines.append(_turn_line(turn, seat, words, table))
    if state.may_stop:
        state.stop()
    lines.append(_end_line(state))
    if state.is_over:
        lines += [
            _score_line(side, score) for side, score in enumerate(score_hand(state))
        ]
    return lines


def _table(state: HandState) -> str:
    canastas = " ".join(map(str, state.n_canastas))
    return f"stock {state.n_stock}, pile {len(state.pile)}, canastas {canastas}"


def _turn_line(turn: int, seat: int, words: list[str], table: str) -> str:
    start = "deal" if turn == 0 else f"turn {turn} seat {seat}"
    return f"{start}: {'; '.join(words)} | {table}"


def _end_line(state: HandState) -> str:
    seat = state.went_out_seat
    if seat is None:
        seat = state.special_hand_seat
    what = state.special_hand or state.ended_by
    return f"end {state.ended_by}, seat {seat}, {what}"


def _score_line(side: int, score: SideScore) -> str:
    lines = ", ".join(f"{line} {getattr(score, line)}" for line in LINES)
    return f"side {side}: {score.points} = {lines}"


def _move_text(move: Move, ruleset: Ruleset, *, with_seat: bool) -> str:
    names = ruleset.deck.names
    words = [str(move.seat)] if with_seat or isinstance(move, Answer) else []
    words.append(move.do)
    if isinstance(move, Expose):
        replaced = move.replacement
        words += [names[move.card], "-" if replaced is None else names[replaced]]
    elif isinstance(move, (Discard, JokerButton)):
        words.append(names[move.card])
    elif isinstance(move, Answer):
        words.append("yes" if move.yes else "no")
    elif isinstance(move, (Draw, TakePile, Talon, Meld, SpecialHand)):
        if isinstance(move, Meld):
            words.append(ruleset.deck.rank_names[move.rank])
        if isinstance(move, SpecialHand):
            words.append(move.special_hand)
        words += [names[card] for card in move.cards]
    return " ".join(words)


def parse(lines: Iterable[str]) -> Iterator[Playthrough]:
    """The hands of a text."""
    hand: Playthrough | None = None
    name, ruleset, dealer, before = "", get_ruleset("coastal"), 0, (0, 0)
    for line in lines:
        what, _, rest = line.partition(" ")
        if what == "hand":
            if hand is not None:
                yield hand
            name = rest
        elif what == "ruleset":
            ruleset_name, _, options = rest.partition(" ")
            ruleset = get_ruleset(ruleset_name, json.loads(options))
        elif what == "dealer":
            seat, _, totals = rest.partition(", points before ")
            dealer, before = int(seat), tuple(map(int, totals.split()))
        elif what == "pack":
            pack = [ruleset.deck.ids[card] for card in rest.split()]
            hand = Playthrough(
                name=name,
                ruleset=ruleset,
                dealer_seat=dealer,
                points_before=before,
                pack=pack,
            )
        elif what in ("deal:", "turn") and hand is not None:
            head, _, moves = line.partition(": ")
            turn_seat = int(head.split()[-1]) if what == "turn" else None
            for text in moves.partition(" | ")[0].split("; "):
                hand.moves.append(_parse_move(text, turn_seat, ruleset))
    if hand is not None:
        yield hand


def _parse_move(text: str, turn_seat: int | None, ruleset: Ruleset) -> Move:
    deck = ruleset.deck
    words = text.split()
    seat = int(words.pop(0)) if words[0].isdigit() else turn_seat
    assert seat is not None
    do, *words = words
    if do == "meld":
        rank, *words = words
        return Meld(seat, deck.rank_ids[rank], [deck.ids[card] for card in words])
    if do == "special_hand":
        special, *words = words
        return SpecialHand(seat, special, [deck.ids[card] for card in words])
    if do == "answer":
        return Answer(seat, words == ["yes"])
    if do == "expose":
        three, replaced = words
        return Expose(
            seat, deck.ids[three], None if replaced == "-" else deck.ids[replaced]
        )
    cards = [deck.ids[card] for card in words]
    makers = {
        "draw": lambda: Draw(seat, cards),
        "take_pile": lambda: TakePile(seat, cards),
        "talon": lambda: Talon(seat, cards),
        "discard": lambda: Discard(seat, cards[0]),
        "joker_button": lambda: JokerButton(seat, cards[0]),
        "ask": lambda: Ask(seat),
        "cancel_opening": lambda: CancelOpening(seat),
    }
    return makers[do]()
