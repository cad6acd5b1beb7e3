"""What one seat sees of a replayed hand: all cards are somewhere, no secret is told."""

from types import SimpleNamespace

import pytest

from engine.refusals import IllegalMoveError
from engine.replay import deal_hand
from engine.rulesets import get_ruleset
from engine.score import score_hand
from engine.seen import seen_move, seen_steps, seen_table
from tests.unit.engine_hands import Table
from tests.unit.test_engine_replay import Log

# Cards of the packs: 52 and two jokers each; 2 x 4 x 13 tiles and two jokers.
N_CARDS = {
    "coastal": 108,
    "classic-2": 108,
    "classic-4": 108,
    "classic-6x3": 162,
    "partnership": 108,
    "tiles-10000": 106,
}


def steps_of(log, seat):
    state = deal_hand(
        log.state.ruleset,
        dealer_seat=log.state.dealer_seat,
        seats=log.seats,
        points_before=log.state.points_before,
        pack=log.pack,
    )
    return list(seen_steps(state, log.moves, seat))


@pytest.fixture(params=N_CARDS)
def log(request):
    return Log(request.param, seed=4)


def test_every_card_is_in_one_place_after_every_move(log):
    n_cards = N_CARDS[log.state.ruleset.name]

    for step in steps_of(log, seat=1):
        table = step.table
        n_melded = sum(len(meld.cards) for melds in table.melds for meld in melds)
        n_held, n_threes = sum(table.n_held), sum(table.n_threes)
        assert table.n_stock + table.n_pile + n_held + n_threes + n_melded == n_cards
        assert len(table.own) == table.n_held[1]


def test_there_is_a_step_for_the_deal_and_for_each_move(log):
    steps = steps_of(log, seat=0)

    assert [step.move and step.move.do for step in steps] == [
        None,
        *(move.do for move in log.moves),
    ]
    assert [step.turn for step in steps] == [0, *log.replay().turns]


def test_cards_seen_are_own_or_were_shown_to_everybody(log):
    """A card is told only if it is the seat's own, or lies open from then on or now."""
    seat, own, shown = 1, set(), set()
    for step in steps_of(log, seat):
        own |= set(step.table.own)
        shown |= {card for melds in step.table.melds for m in melds for card in m.cards}
        shown |= {step.table.top} - {None}
        if step.move is None or step.move.cards is None:
            continue
        if step.move.do in {"expose", "special_hand", "joker_button"}:
            shown |= set(step.move.cards)
        if step.move.seat == seat and step.move.replacement is not None:
            shown.add(step.move.replacement)  # a three, perhaps, that goes on at once
        if step.move.do == "take_pile":  # the upcards under the first one lay open too
            shown |= set(step.move.cards)
        assert set(step.move.cards) <= own | shown


@pytest.mark.parametrize("do", ["draw", "talon"])
def test_cards_from_the_stock_are_told_to_their_seat_only(do):
    record = SimpleNamespace(
        seat=2,
        do=do,
        cards=["8H1", "9S2"],
        rank=None,
        replacement=None,
        id=None,
        yes=None,
    )

    assert seen_move(record, 2).cards == ("8H1", "9S2")
    assert seen_move(record, 0).cards is None
    assert seen_move(record, 0).n_cards == 2


def test_replacement_of_a_three_is_told_to_its_seat_only():
    record = SimpleNamespace(
        seat=2,
        do="expose",
        cards=["3H1"],
        rank=None,
        replacement="KS1",
        id=None,
        yes=None,
    )

    assert seen_move(record, 2).replacement == "KS1"
    assert seen_move(record, 1).replacement is None
    assert seen_move(record, 1).is_replaced
    assert seen_move(record, 1).cards == ("3H1",)


def test_melds_have_the_kind_of_their_canasta_and_wilds_last(log):
    final = log.state
    is_wild = dict(
        zip(final.ruleset.deck.names, final.ruleset.deck.is_wild, strict=True)
    )
    melds = [m for side in steps_of(log, 0)[-1].table.melds for m in side]

    for meld in melds:
        wilds = [is_wild[card] for card in meld.cards]
        assert wilds == sorted(wilds)
        assert (meld.canasta_kind is not None) == (
            len(meld.cards) >= 7 and meld.rank != "3"
        )
        if meld.canasta_kind in {"natural", "aces", "sevens"}:
            assert not any(wilds)
        elif meld.canasta_kind == "mixed":
            assert any(wilds)


def held_costs(family, holding):
    """Points that a holding costs beside the values of its cards."""
    if family == "coastal":  # 2.12: 1,500 for three aces, and for three sevens
        return 1500 * ((holding[1] >= 3) + (holding[7] >= 3))
    return 100 * holding[3] if family == "tiles" else 0  # 5.6: each three held


def test_open_points_of_the_end_are_the_points_but_for_the_holdings(log):
    ruleset, counts = log.state.ruleset, log.state.counts
    table = steps_of(log, 0)[-1].table

    for side, score in enumerate(score_hand(log.state)):
        costs = sum(
            held_costs(ruleset.family, row) for row in counts[side :: len(table.melds)]
        )
        assert table.points[side] == score.points - score.held + costs


def test_open_points_count_melds_and_threes_as_they_lie():
    table = Table("partnership", melds="3*4 · 7*K")
    table.state.red_threes[0] = 1

    # partnership: 3 fours of 5, 7 kings of 10, a natural canasta 500, a red three 100
    assert seen_table(table.state, 0).points[0] == 15 + 70 + 500 + 100


def test_steps_end_where_the_rules_refuse_a_move():
    log = Log("classic-4")
    log.moves[20] = SimpleNamespace(**vars(log.moves[20]) | {"seat": 9})
    state = deal_hand(
        get_ruleset("classic-4"),
        dealer_seat=log.state.dealer_seat,
        seats=log.seats,
        points_before=log.state.points_before,
        pack=log.pack,
    )
    seen = []

    def follow():
        seen.extend(seen_steps(state, log.moves, 0))

    with pytest.raises(IllegalMoveError) as refused:
        follow()

    assert refused.value.move_index == 20
    assert len(seen) == 21
