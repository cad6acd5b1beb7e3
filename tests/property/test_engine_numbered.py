"""A hand replayed from the deck's numbers comes to the same as from its names."""

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest

from engine.errors import CoastalError
from engine.numbered import replay_numbered
from engine.records import NumberedMoves
from engine.refusals import IllegalMoveError
from engine.replay import replay_hand
from engine.rulesets import PRESETS
from tests.property.engine_random_play import (
    play_quickly,
    random_options,
    record_of,
    seats_of,
)

FIELDS = {"cards": None, "rank": None, "replacement": None, "id": None, "yes": None}


def numbered(records, deck):
    """The records as the docstring of NumberedMoves says."""
    others, cards, firsts = [], [], []
    for record in records:
        other = 0
        if record.do == "meld":
            other = deck.rank_ids[record.rank]
        elif record.do == "expose":
            other = -1 if record.replacement is None else deck.ids[record.replacement]
        elif record.do == "answer":
            other = int(record.yes)
        firsts.append(len(cards))
        cards += [deck.ids[name] for name in record.cards or ()]
        others.append(other)
    return NumberedMoves(
        [record.do for record in records],
        [record.seat for record in records],
        firsts,
        [*firsts[1:], len(cards)],
        others,
        cards,
    )


def outcome(replay, state, pack, moves, seats, hand_no):
    """The replayed hand, or what kind of error it ends in."""
    try:
        return replay(
            state.ruleset,
            dealer_seat=state.dealer_seat,
            seats=seats,
            points_before=state.points_before,
            pack=pack,
            moves=moves,
            hand_no=hand_no,
        )
    except CoastalError as error:
        return type(error), getattr(error, "clause", None)


def both(played, records, seats, hand_no=1):
    """What the names come to, and the numbers."""
    state = played.state
    deck = state.ruleset.deck
    names = [deck.names[card] for card in played.pack]
    return (
        outcome(replay_hand, state, names, records, seats, hand_no),
        outcome(
            replay_numbered, state, played.pack, numbered(records, deck), seats, hand_no
        ),
    )


def changed(records, rng):
    """The records with one of them gone, twice there, of another seat or card."""
    records = list(records)
    at = rng.randrange(len(records))
    record = records[at] = SimpleNamespace(**FIELDS | vars(records[at]))
    other = rng.choice(records)
    match rng.randrange(6):
        case 0:
            del records[at]
        case 1:
            records.insert(at, record)
        case 2:
            record.seat = other.seat
        case 3:
            record.cards = None if other.cards is None else list(other.cards)
        case 4:  # a seat that its player leaves, and most often comes back to
            seat = SimpleNamespace(**FIELDS, seat=record.seat)
            for do in ("leave", "return")[: rng.choice((1, 2, 2))]:
                at = rng.randrange(at, len(records) + 1)
                records.insert(at, SimpleNamespace(**vars(seat), do=do))
        case _:
            record.yes = not record.yes
            record.replacement = (other.cards or [None])[0]
    return records


@pytest.mark.parametrize("preset", PRESETS)
def test_numbers_come_to_the_same_as_names(preset):
    rng = Random(preset)
    done = Counter()
    n_refused = 0
    for _ in range(12):
        played = play_quickly(preset, random_options(preset, rng), rng)
        records = [record_of(move, played.state) for move in played.moves]
        if any(record.do == "special_hand" for record in records):
            continue
        seats = seats_of(played.state)
        done.update(record.do for record in records)
        hand_no = rng.randrange(1, 4)

        by_name, by_number = both(played, records, seats, hand_no)
        assert by_number == by_name
        assert by_number.turns == by_name.turns
        for _ in range(20):
            by_name, by_number = both(played, changed(records, rng), seats)
            assert by_number == by_name
            n_refused += isinstance(by_name, tuple)
    assert min(done[do] for do in ("draw", "discard", "meld")) > 50
    assert n_refused > 50


@pytest.mark.parametrize(
    ("do", "n_cards"),
    [
        *(("special_hand", 14), ("x", 1), ("expose", 2)),
        *((do, n) for do in ("discard", "joker_button") for n in (0, 2)),
    ],
)
def test_what_has_no_numbers_is_refused(do, n_cards):
    played = play_quickly("coastal", {}, Random(1))
    state = played.state

    with pytest.raises(IllegalMoveError, match=f"^{do} has not one card, or no"):
        replay_numbered(
            state.ruleset,
            dealer_seat=state.dealer_seat,
            seats=seats_of(state),
            points_before=state.points_before,
            pack=played.pack,
            moves=NumberedMoves(
                [do], [state.seat], [0], [n_cards], [0], [*range(n_cards)]
            ),
            hand_no=1,
        )
