"""Hands played by random legal moves, and their moves as records of a log."""

from copy import deepcopy
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace

from engine import moves as m
from engine.conservation import check_conservation
from engine.legal_moves import legal_moves
from engine.moves import Move
from engine.phases import ANSWER, DRAW, PLAY
from engine.rulesets import get_ruleset
from engine.state import HandState

TOTALS = (-50, 0, 1500, 3000, 5000, 7000)

# One variant of the table each, so that every option is played.
VARIANTS = {
    "coastal": [
        {},
        {"go_out_two_plus_wild": True, "ask_limit": "side"},
        {"rule_of_five": False, "mixed_aces_frozen": False},
        {"swad_fallback": "take_back", "settle_dealt_threes": "turn"},
        {"first_meld_scope": "action", "opening_pile_count": "exclude_top_meld"},
        {"special_score_mode": "add", "dead_unfinished_exempt": True},
    ],
    "coastal-cla-strict": [{}],
    "classic-4": [
        {},
        {"take_by_lay_off": True, "black_three_upcard_freezes": True},
        {"concealed_exempt_from_minimum": True, "concealed_allows_discard": True},
    ],
    "classic-2": [{}],
    "classic-6x3": [{}],
    "partnership": [
        {},
        {"frozen_until_opened": True, "stock_end": "on_need"},
        {"return_upcard": True, "replace_pile_three": False},
        {"stock_end": "immediate", "canastas_to_go_out": 2},
    ],
    "tiles-10000": [{}, {"joker_button": "extra"}, {"joker_button": "off"}],
    "tiles-arena": [{"stake": 100}],
}
CASES = [(preset, options) for preset, many in VARIANTS.items() for options in many]


@dataclass
class Played:
    """A hand that was played to its end."""

    state: HandState
    pack: list[int]
    moves: list[Move]


def play(preset: str, options: dict[str, object], seed: int) -> Played:
    """Play one hand by random moves that like to meld; cards are conserved."""
    rng = Random(seed)
    rules = get_ruleset(preset, options)
    pack = list(range(rules.deck.n_cards))
    rng.shuffle(pack)
    state = HandState(
        rules,
        pack,
        rng.randrange(rules.n_seats),
        [rng.choice(TOTALS) for _ in range(rules.n_sides)],
        extra_jokers=[1] * rules.n_seats,
    )
    moves: list[Move] = []
    while not state.is_over:
        if state.may_stop and rng.random() < 0.5:
            state.stop()
            break
        move = _choose(state, rng)
        state.apply(move)
        moves.append(move)
        check_conservation(state)
    return Played(state, pack, moves)


def _choose(state: HandState, rng: Random) -> Move:
    time_out = m.TimeOut(state.seat)
    in_turn = state.phase in (DRAW, PLAY, ANSWER)
    if in_turn and rng.random() < 0.003 and state.can(time_out):
        return time_out
    moves = legal_moves(state)
    assert moves, f"the seat is stuck: {state!r}"
    rare = [x for x in moves if isinstance(x, m.SpecialHand | m.Ask | m.TakePile)]
    if rare and rng.random() < 0.7:
        return rng.choice(rare)
    melds = [x for x in moves if isinstance(x, m.Meld)]
    if melds and rng.random() < 0.8:
        some = rng.sample(melds, min(3, len(melds)))
        return max(some, key=lambda meld: len(meld.cards))
    return rng.choice([x for x in moves if not isinstance(x, m.CancelOpening)] or moves)


def record_of(move: Move, state: HandState) -> SimpleNamespace:
    """The move as the log writes it."""
    deck = state.ruleset.deck
    names = deck.names
    cards = getattr(move, "cards", None)
    card = getattr(move, "card", None)
    if cards is None and card is not None:
        cards = [card]
    replacement = getattr(move, "replacement", None)
    rank = getattr(move, "rank", None)
    return SimpleNamespace(
        seat=move.seat,
        do=move.do,
        cards=None if cards is None else [names[c] for c in cards],
        rank=None if rank is None else deck.rank_names[rank],
        replacement=None if replacement is None else names[replacement],
        id=getattr(move, "special_hand", None),
        yes=getattr(move, "yes", None),
    )


def seats_of(state: HandState) -> list[SimpleNamespace]:
    """Seats in which players sit all the time."""
    return [
        SimpleNamespace(
            player_id=f"p{seat}",
            controller="player",
            left_in_hand=None,
            extra_jokers=1,
        )
        for seat in range(state.ruleset.n_seats)
    ]


def snapshot(state: HandState) -> dict[str, object]:
    """Everything that a move may change, copied."""
    return {
        name: deepcopy(getattr(state, name))
        for name in HandState.__slots__
        if name != "ruleset"
    }


def copy_of(state: HandState) -> HandState:
    """The hand as a copy that may be played on."""
    copy = HandState.__new__(HandState)
    for name, value in snapshot(state).items():
        setattr(copy, name, value)
    copy.ruleset = state.ruleset
    return copy
