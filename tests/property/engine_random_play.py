"""Hands played by random legal moves, and their moves as records of a log."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace

from engine import moves as m
from engine.cards import NATURAL_RANKS
from engine.conservation import check_conservation
from engine.forced import draw_move, forced_move
from engine.joker_button import first_joker_at
from engine.legal_moves import legal_moves
from engine.moves import Move
from engine.options import Flag, Number, Option
from engine.phases import ANSWER, DRAW, PLAY
from engine.rulesets import classic, coastal, get_ruleset, partnership, tiles
from engine.special_hands import best_special_hand
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


def random_options(preset: str, rng: Random) -> dict[str, object]:
    """Values for some of the preset's options, the others left at their defaults."""
    known: dict[str, Option] = {
        "coastal": coastal.OPTIONS,
        "coastal-cla-strict": coastal.STRICT_OPTIONS,
        "partnership": partnership.OPTIONS,
        "tiles-arena": tiles.ARENA_OPTIONS,
    }.get(preset, tiles.OPTIONS)
    if preset.startswith("classic"):
        known = classic.options_of(preset)
    chosen: dict[str, object] = {}
    for name, option in known.items():
        if isinstance(option, Number) and option.is_required:
            chosen[name] = rng.randrange(1, 5000)
        elif rng.random() < 0.4:
            chosen[name] = _random_value(name, option, rng)
    return chosen


def _random_value(name: str, option: Option, rng: Random) -> object:
    if isinstance(option, Flag):
        return rng.random() < 0.5
    if isinstance(option, Number):
        some = {"canastas_to_go_out": (0, 1, 2, 3), "turn_clock_seconds": (None, 30)}
        return rng.choice(some.get(name, (option.low, option.default)))
    return rng.choice(option.values)


def play_quickly(
    preset: str,
    options: dict[str, object],
    rng: Random,
    on_move: Callable[[HandState], None] = check_conservation,
) -> Played:
    """Play one hand by random legal moves, trying a few instead of listing all."""
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
    failed_in = 0  # the turn in which a first meld was last taken back
    while not state.is_over:
        if state.may_stop and rng.random() < 0.3:
            state.stop()
            break
        move = _try_some(state, rng, has_failed=state.turn == failed_in)
        if isinstance(move, m.CancelOpening):
            failed_in = state.turn
        state.apply(move)
        moves.append(move)
        on_move(state)
    return Played(state, pack, moves)


def _try_some(state: HandState, rng: Random, *, has_failed: bool) -> Move:
    """A legal move; all are listed only where none of a few is one.

    Whoever took a first meld back in this turn seldom tries again.
    """
    tries = _draws if state.phase == DRAW else _plays
    if has_failed and rng.random() < 0.9:
        tries = _gives_up
    forced = forced_move(state)
    if forced is not None:
        return forced
    if state.phase == ANSWER:
        partner = state.ruleset.partner_of(state.seat)
        assert partner is not None
        return m.Answer(partner, rng.random() < 0.6)
    if rng.random() < 0.002 and state.can(m.TimeOut(state.seat)):
        return m.TimeOut(state.seat)
    for move in tries(state, rng):
        if state.can(move):
            return move
    moves = legal_moves(state)
    assert moves, f"the seat is stuck: {state!r}"
    return rng.choice(moves)


def _draws(state: HandState, rng: Random) -> Iterator[Move]:
    joker_at = first_joker_at(state) if rng.random() < 0.1 else -1
    if joker_at >= 0:
        yield m.JokerButton(state.seat, state.stock[joker_at])
    if state.pile and rng.random() < 0.8:
        yield m.TakePile(state.seat, list(state.pile))
    move = draw_move(state)
    if move is not None:
        yield move


def _gives_up(state: HandState, rng: Random) -> Iterator[Move]:
    if state.phase == DRAW:
        move = draw_move(state)
        if move is not None:
            yield move
    yield from _discards(state, rng)


def _plays(state: HandState, rng: Random) -> Iterator[Move]:
    seat = state.seat
    row = state.counts[seat]
    if state.pending_top >= 0:
        return  # the list of moves knows the melds with the top card
    if rng.random() < 0.1:
        yield m.Ask(seat)
    special = best_special_hand(row) if state.n_held[seat] == 14 else None
    if special is not None:
        yield m.SpecialHand(seat, special.special_hand, state.holding(seat))
    ranks = [rank for rank in NATURAL_RANKS if row[rank]]
    rng.shuffle(ranks)
    wilds = state.cards_held(seat, 2) + state.cards_held(seat, 14)
    rng.shuffle(wilds)
    for rank in ranks:
        naturals = state.cards_held(seat, rank)
        if rng.random() < 0.15:
            naturals = naturals[: rng.randint(1, len(naturals))]
        n_wilds = rng.choice((0, 0, 1, 2))
        if rng.random() < 0.9:
            yield m.Meld(seat, rank, naturals + wilds[:n_wilds])
    if wilds and rng.random() < 0.3:
        yield m.Meld(seat, rng.choice((0, *NATURAL_RANKS)), wilds[: rng.randint(1, 7)])
    if row[3] and rng.random() < 0.3:
        yield m.Meld(seat, 3, state.cards_held(seat, 3))
    yield from _discards(state, rng)


def _discards(state: HandState, rng: Random) -> Iterator[Move]:
    holding = state.holding(state.seat)
    rng.shuffle(holding)
    for card in holding:
        yield m.Discard(state.seat, card)
