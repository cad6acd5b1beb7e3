"""Whole games by computer players: legal, complete, and replayed alike."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.conduct import Conduct
from engine.conservation import check_conservation
from engine.game import Chair, GameSetting, play_game
from engine.hand_play import HandPlay
from engine.pace import Pace
from engine.play import FIRST_GAME_AT
from engine.players.computer import ComputerPlayer
from engine.players.skill import SKILL_NAMES
from engine.rulesets import get_ruleset
from engine.score import score_hand
from engine.state import HandState

skills = st.sampled_from(SKILL_NAMES)
seeds = st.integers(0, 10**9)
options = st.fixed_dictionaries(
    {},
    optional={
        "go_out_two_plus_wild": st.just(True),
        "rule_of_five": st.just(False),
        "special_hands": st.just(False),
        "wild_meld_opens": st.just(False),
        "complete_canasta_opens": st.just(False),
        "talon_bonus": st.just(False),
        "failed_opening_penalty": st.sampled_from((0, 25)),
        "take_by_lay_off": st.just(False),
        "opening_pile_count": st.just("exclude_top_meld"),
        "first_meld_scope": st.just("action"),
        "mixed_aces_frozen": st.just(False),
        "swad_fallback": st.just("take_back"),
        "ask_limit": st.just("side"),
        "settle_dealt_threes": st.just("turn"),
        "dead_unfinished_exempt": st.just(True),
    },
)


@settings(max_examples=60, deadline=None)
@given(options, st.lists(skills, min_size=4, max_size=4), seeds)
def test_hands_under_any_options_are_played_to_an_end(chosen, table, seed):
    ruleset = get_ruleset("coastal", chosen)
    rng = Random(seed)
    pack = list(range(ruleset.deck.n_cards))
    rng.shuffle(pack)
    totals = (rng.choice((0, 3000, 6000)), rng.choice((-500, 3000, 6000)))
    state = HandState(ruleset, pack, rng.randrange(4), totals)
    players = [
        ComputerPlayer(ruleset.skills[skill], Random(rng.getrandbits(64)))
        for skill in table
    ]
    hand = HandPlay(state, players, Pace(Random(0), None), [False] * 4)

    hand.settle_deal()
    while not state.is_over:
        check_conservation(state)
        hand.play_turn()

    check_conservation(state)
    assert state.ended_by in ("went_out", "special_hand", "stock", "stock_three")
    assert all(score.points % 5 == 0 for score in score_hand(state))


OTHER_OPTIONS = {
    "classic-4": {
        "take_by_lay_off": st.just(True),
        "black_three_upcard_freezes": st.just(True),
        "concealed_exempt_from_minimum": st.just(True),
        "concealed_allows_discard": st.just(True),
        "concealed_allows_pile": st.just(False),
    },
    "partnership": {
        "frozen_until_opened": st.just(True),
        "return_upcard": st.just(True),
        "replace_pile_three": st.just(False),
        "stock_end": st.sampled_from(("on_need", "immediate")),
        "canastas_to_go_out": st.just(2),
    },
    "tiles-10000": {"joker_button": st.sampled_from(("off", "extra"))},
}
OTHER_OPTIONS["classic-2"] = OTHER_OPTIONS["classic-6x3"] = OTHER_OPTIONS["classic-4"]
other_games = st.sampled_from(sorted(OTHER_OPTIONS)).flatmap(
    lambda name: st.tuples(
        st.just(name), st.fixed_dictionaries({}, optional=OTHER_OPTIONS[name])
    )
)


@settings(max_examples=60, deadline=None)
@given(other_games, st.lists(skills, min_size=6, max_size=6), seeds)
def test_hands_of_the_other_rulesets_are_played_to_an_end(game, table, seed):
    ruleset = get_ruleset(*game)
    n_seats = ruleset.n_seats
    rng = Random(seed)
    pack = list(range(ruleset.deck.n_cards))
    rng.shuffle(pack)
    totals = tuple(rng.choice((-500, 0, 2000, 4000)) for _ in range(ruleset.n_sides))
    state = HandState(
        ruleset, pack, rng.randrange(n_seats), totals, extra_jokers=[2] * n_seats
    )
    players = [
        ComputerPlayer(ruleset.skills[skill], Random(rng.getrandbits(64)))
        for skill in table[:n_seats]
    ]
    hand = HandPlay(state, players, Pace(Random(0), None), [False] * n_seats)

    hand.settle_deal()
    while not state.is_over:
        check_conservation(state)
        hand.play_turn()

    check_conservation(state)
    assert all(score.points % 5 == 0 for score in score_hand(state))


@settings(max_examples=15, deadline=None)
@given(seeds, st.floats(0, 0.1), st.floats(0, 0.05))
def test_games_with_people_who_leave_and_run_out_of_time_add_up(seed, out, leave):
    conduct = Conduct(time_out=out, leave=leave, come_back=0.2)
    chairs = [
        Chair(player_id=f"p{seat}", skills=SKILL_NAMES, weights=(1, 1, 1),
              conduct=conduct)
        for seat in range(4)
    ]  # fmt: skip
    setting = GameSetting(game_id="g", started_at=FIRST_GAME_AT)

    hands = list(play_game(get_ruleset("coastal"), setting, chairs, Random(seed)))

    records = [msgspec.json.decode(hand.line) for hand in hands]
    assert [record["hand_no"] for record in records] == list(range(1, len(hands) + 1))
    assert [r["result"]["game_over"] for r in records] == [False] * (len(hands) - 1) + [
        True
    ]
    totals = [0, 0]
    for record in records:
        sides = record["result"]["sides"]
        assert [side["points_before"] for side in sides] == totals
        totals = [side["points_after"] for side in sides]
        times = [move["ms"] for move in record["moves"]]
        assert times == sorted(times)
