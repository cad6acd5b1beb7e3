"""Partnership (part 4) and tiles (part 5)."""

import pytest

from engine import moves as m
from engine.refusals import IllegalMoveError
from engine.rulesets import award_rules, get_ruleset
from engine.state import HandState
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


@pytest.mark.parametrize(
    ("cards", "is_legal"),
    [("9 9 2 2", True), ("9 9 9 2 2 2", False), ("9 2 2", False)],
)
def test_partnership_melds(cards, is_legal):
    table = Table("partnership", holding="9 9 9 2 2 2 5 6", melds="3*Q")

    assert table.state.can(table.meld("9", cards)) is is_legal


@pytest.mark.parametrize(
    ("holding", "cards"),
    [("Q Q 5 6", "Q Q"), ("Q 2 5 6", "Q 2"), ("Q 2 2 5 6", "Q 2 2")],
)
def test_partnership_takes_an_open_pile_with_wilds(holding, cards):
    table = Table(
        "partnership", holding=holding, melds="3*A", pile="9 Q", has_drawn=False
    )

    table.state.apply(table.take())

    assert table.state.can(table.meld("Q", cards, with_top=True))


def test_partnership_lays_the_top_card_off():
    table = Table(
        "partnership", holding="7 5 6", melds="3*Q", pile="9 Q", has_drawn=False
    )

    assert table.state.can(table.take())


def test_a_discarded_wild_freezes_the_pile():
    table = Table(
        "partnership", holding="Q 2 5 6", melds="3*Q", pile="2 Q", has_drawn=False
    )

    assert clause_of(table, table.take()) == "4.7"


@pytest.mark.parametrize(("is_on", "may"), [(False, True), (True, False)])
def test_an_unopened_side_before_the_pile(is_on, may):
    table = Table(
        "partnership",
        holding="A 2 5 6",
        pile="9 A",
        options={"frozen_until_opened": is_on},
        has_drawn=False,
    )

    assert table.state.can(table.take()) is may


def test_nobody_goes_out_without_leave():
    table = Table("partnership", holding="5 5 5 6", melds="7*Q", pile="9")

    assert clause_of(table, table.meld("5", "5 5 5")) == "4.10"
    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, True))
    table.lay("5", "5 5 5")
    table.state.apply(table.discard("6"))

    assert table.state.ended_by == "went_out"


def test_leave_refused_keeps_a_card():
    table = Table("partnership", holding="5 5 5 6", melds="7*Q", pile="9")

    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, False))

    assert clause_of(table, table.meld("5", "5 5 5")) == "4.10"


def test_partnership_black_threes_never_meld():
    table = Table("partnership", holding="3 3 3 5", melds="7*Q", pile="9")

    assert clause_of(table, table.meld("3", "3 3 3")) == "4.4"


@pytest.mark.parametrize(
    ("stock_end", "ended_by"),
    [("after_turn", "stock"), ("on_need", None), ("immediate", "stock")],
)
def test_when_an_empty_stock_ends_the_hand(stock_end, ended_by):
    table = Table(
        "partnership",
        holding="5 6",
        others=["9 9 8 8"],
        melds="3*Q",
        their_melds="3*A",
        stock="9",
        n_stock=1,
        has_drawn=False,
        options={"stock_end": stock_end},
    )
    state = table.state

    state.apply(table.draw())
    is_over_at_once = state.is_over
    if not state.is_over:
        state.apply(table.discard("9"))

    assert state.ended_by == ended_by
    assert is_over_at_once is (stock_end == "immediate")


@pytest.mark.parametrize(("is_on", "n_upcards"), [(True, 3), (False, 1)])
def test_upcards_are_turned_on_as_in_classic_where_the_table_says_so_4_2(
    is_on, n_upcards
):
    rules = get_ruleset("partnership", {"return_upcard": is_on})
    names = rules.deck.ids
    upcards = [names["2H1"], names["3D1"], names["9C1"]]
    rest = [card for card in range(rules.deck.n_cards) if card not in upcards]

    state = HandState(rules, rest[:44] + upcards + rest[44:], 0, [0, 0])

    assert state.pile == upcards[:n_upcards]
    assert state.is_frozen
    assert (rules.upcard == get_ruleset("classic").upcard) is is_on


@pytest.mark.parametrize("is_on", [True, False])
def test_a_red_three_in_the_pile_is_exposed(is_on):
    rules = get_ruleset("partnership", {"replace_pile_three": is_on})
    ids = rules.deck.ids
    pack = list(range(rules.deck.n_cards))
    queens = [ids["QC1"], ids["QD1"]]
    state = _hand_with_red_upcard(rules, pack, queens)
    seat = state.seat

    state.apply(m.TakePile(seat, list(state.pile)))
    state.apply(m.Meld(seat, 12, [*queens, ids["QH1"]]))
    red = ids["3H1"]
    replacement = state.stock[state.stock_at] if is_on else None
    with pytest.raises(IllegalMoveError):
        state.apply(m.Discard(seat, state.holding(seat)[0]))
    state.apply(m.Expose(seat, red, replacement))

    assert state.red_threes[seat % 2] == 1
    assert state.n_held[seat] == 9 + is_on


def _hand_with_red_upcard(rules, pack, queens):
    """Seat 1's turn: the pile is a red three and a queen, its side has opened."""
    ids = rules.deck.ids
    red, top = ids["3H1"], ids["QH1"]
    threes = [c for c in pack if rules.is_bonus_three[c] and c != red]
    rest = [c for c in pack if c not in (red, top, *queens, *threes)]
    dealt = rest[:44]
    dealt[0], dealt[4] = queens
    after = [c for c in pack if c not in dealt and c != red]
    after.remove(top)
    state = HandState(rules, [*dealt, red, top, *after], 0, [0, 0])
    state.apply(m.Draw(1, [top]))
    state.place[top] = 11
    state.counts[1][12] -= 1
    state.n_held[1] -= 1
    state.pile.append(top)
    state.phase = 1
    state.is_frozen = True
    state.is_opened[1] = True
    return state


def test_more_than_five_thousand_wins():
    rules = get_ruleset("partnership")

    assert not rules.is_game_over([5000, 100])
    assert rules.is_game_over([5005, 5100])
    assert not rules.is_game_over([5100, 5100])
    assert get_ruleset("partnership", {"target_strict": False}).is_game_over([5000, 0])


@pytest.mark.parametrize(
    ("cards", "is_legal"),
    [
        ("8 8 2", True),
        ("8 8 2 2", False),
        ("8 8 8 2 2", True),
        ("8 8 8 2 2 Jo", False),
        ("8 8 8 8 2 2 Jo", True),
    ],
)
def test_tiles_naturals_outnumber_wilds(cards, is_legal):
    table = Table("tiles", holding="8 8 8 8 2 2 Jo 5 6", melds="3*12")

    assert table.state.can(table.meld("8", cards)) is is_legal


@pytest.mark.parametrize(
    ("more", "opens"), [("13 13 Jo", False), ("13 13 13 Jo", True)]
)
def test_tiles_opening_at_150(more, opens):
    table = Table("tiles", holding=f"1 1 1 {more} 5 6", totals=[7200, 0])

    table.lay("1", "1 1 1")
    table.lay("13", more)

    assert table.state.is_opened[0] is opens


@pytest.mark.parametrize("melds", ["3*12", "3*9"])
def test_tiles_pile_needs_a_pair_own_meld_or_not(melds):
    one = Table("tiles", holding="9 2 5 6", melds=melds, pile="5 9", has_drawn=False)
    two = Table("tiles", holding="9 9 5 6", melds=melds, pile="2 9", has_drawn=False)

    assert clause_of(one, one.take()) == "5.5"
    assert two.state.can(two.take())


@pytest.mark.parametrize("top", ["3", "2", "Jo"])
def test_tiles_blocked_pile(top):
    table = Table(
        "tiles", holding="2 2 3 3 5", melds="3*12", pile=f"5 {top}", has_drawn=False
    )

    assert clause_of(table, table.take()) == "5.5"


def test_the_starter_only_discards():
    rules = get_ruleset("tiles")
    state = HandState(rules, list(reversed(range(106))), 0, [0, 0])
    state.n_to_expose = 0
    while state.phase == 0:
        card = next(
            c for c in state.cards_held(state.seat, 3) if rules.is_bonus_three[c]
        )
        state.apply(m.Expose(state.seat, card, state.stock[state.stock_at]))

    assert state.seat == 1
    assert state.n_held[1] == 15
    assert not state.can(m.Draw(1, [state.stock[state.stock_at]]))
    held = state.holding(1)
    assert not state.can(m.Meld(1, state.rank[held[0]], held[:3]))
    assert state.can(m.Discard(1, held[0]))


def test_a_tile_is_kept_for_the_discard():
    table = Table("tiles", holding="5 5 5", melds="7*12", pile="9")

    assert clause_of(table, table.meld("5", "5 5 5")) == "0.3"


def test_a_black_three_may_be_the_last_discard():
    table = Table("tiles", holding="5 5 5 3", melds="7*12", pile="9")

    table.lay("5", "5 5 5")
    table.state.apply(table.discard("3"))

    assert table.state.ended_by == "went_out"


def test_the_last_tile_gives_a_whole_turn_and_then_the_round_ends():
    table = Table(
        "tiles", holding="5 6", melds="3*12", stock="9", n_stock=1, has_drawn=False
    )

    table.state.apply(table.draw())
    table.state.apply(table.discard("9"))

    assert table.state.ended_by == "stock"


def button(table, jokers=1):
    table.state.jokers_left[0] = jokers
    stock = table.state.stock
    joker = next(c for c in stock if table.state.rank[c] == 14)
    return m.JokerButton(0, joker)


def test_the_joker_button_replaces_the_draw_once():
    table = Table("tiles", holding="5 6", has_drawn=False)
    state = table.state
    before = state.n_stock

    move = button(table)
    state.apply(move)

    assert state.n_held[0] == 3
    assert state.n_stock == before - 1
    assert state.jokers_left[0] == 0
    assert not state.can(table.draw())


def test_the_joker_button_beside_the_draw():
    table = Table(
        "tiles", holding="5 6", has_drawn=False, options={"joker_button": "extra"}
    )

    table.state.apply(button(table, jokers=2))

    assert table.state.can(table.draw())
    assert clause_of(table, button(table)) == "5.9"


@pytest.mark.parametrize(("options", "jokers"), [({}, 0), ({"joker_button": "off"}, 1)])
def test_no_joker_button(options, jokers):
    table = Table("tiles", holding="5 6", has_drawn=False, options=options)

    assert clause_of(table, button(table, jokers)) == "5.9"


@pytest.mark.parametrize(
    ("preset", "totals", "hand_no", "is_over"),
    [
        ("tiles-1", [100, 50], 1, True),
        ("tiles-1", [100, 100], 1, False),
        ("tiles-3", [900, 50], 2, False),
        ("tiles-3", [900, 50], 3, True),
        ("tiles-3", [900, 50], 4, True),
        ("tiles-10000", [9995, 50], 9, False),
        ("tiles-10000", [10000, 50], 5, True),
        ("tiles-10000", [10000, 10000], 5, False),
    ],
)
def test_how_tiles_games_end(preset, totals, hand_no, is_over):
    assert get_ruleset(preset).is_game_over(totals, hand_no) is is_over


def test_a_tie_may_stand_where_the_table_says_so():
    assert get_ruleset("tiles-3", {"tie_allowed": True}).is_game_over([100, 100], 3)


@pytest.mark.parametrize(
    ("preset", "points", "stake"),
    [
        ("tiles-10000", 1000, None),
        ("tiles-1", 1000, None),
        ("tiles-3", 1000, None),
        ("tiles-arena", None, 2500),
        ("classic-4", None, None),
    ],
)
def test_a_round_is_worth_a_thousand_account_points_the_arena_its_stake_5_9(
    preset, points, stake
):
    rules = get_ruleset(preset, {} if stake is None else {"stake": stake})

    assert rules.award_per_round == points
    assert rules.stake == stake


def test_awards_are_known_of_every_tiles_preset_and_of_no_other_5_9():
    assert award_rules() == {
        "tiles-1": 1000,
        "tiles-3": 1000,
        "tiles-10000": 1000,
        "tiles-arena": None,
    }
