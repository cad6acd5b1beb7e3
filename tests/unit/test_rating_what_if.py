"""What the next hand would do: arithmetic from the clauses of rating.md."""

import math
from dataclasses import replace

import pytest

from rating.ahead import PlayerNow
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.what_if import NextHand, in_words, what_if

SETTLED = PlayerNow(
    rating=1086.0,
    form=1052.0,
    rated_hands=140,
    finished_games=14,
    level="Intermediate",
    protected_hands_left=0,
    is_at_risk=False,
)
EVEN = NextHand(side_size=2, partners=1086.0, opponents=1086.0, margin=0)
CONFIG = RatingConfig()


def test_change_is_k_times_actual_less_expected_score():
    hand = NextHand(side_size=2, partners=1014.0, opponents=1000.0, margin=500)

    found = what_if(SETTLED, CONFIG, "coastal", hand)

    # Clause 2: R = (1086 + 1014) / 2 = 1050, E of a gap of 50, S of 500 at s = 900.
    expected = 1 / (1 + 10 ** (-50 / 400))
    actual = 1 / (1 + math.exp(-500 / 900))
    assert found.side_rating == 1050.0
    assert found.expected_score == pytest.approx(expected, abs=1e-12)
    assert found.actual_score == pytest.approx(actual, abs=1e-12)
    change = 10 * (actual - expected)
    assert found.rating_after == pytest.approx(1086 + change, abs=1e-9)
    assert found.opponents_part == pytest.approx(10 * (0.5 - expected), abs=1e-9)
    assert found.result_part == pytest.approx(10 * (actual - 0.5), abs=1e-9)
    # Clause 3: weight 2/31 after many hands.
    form = 1052 + 2 / 31 * (1086 + change - 1052)
    assert found.form_after == pytest.approx(form, abs=1e-9)


def test_rating_stays_at_the_zero_margin():
    hand = replace(EVEN, opponents=1186.0)

    zero = what_if(SETTLED, CONFIG, "coastal", hand).zero_margin

    # Clause 5: m0 = s ln(E / (1 - E)), E against a side that is 100 points stronger.
    assert zero == pytest.approx(900 * math.log(10) * -100 / 400)
    again = what_if(SETTLED, CONFIG, "coastal", replace(hand, margin=round(zero)))
    assert again.rating_after == pytest.approx(1086.0, abs=0.002)


def test_tie_of_equal_sides_changes_nothing():
    found = what_if(SETTLED, CONFIG, "coastal", EVEN)

    assert found.rating_after == found.rating_before == 1086.0
    assert (found.opponents_part, found.result_part) == (0.0, 0.0)


@pytest.mark.parametrize(("hands", "k"), [(29, 24), (30, 16), (99, 16), (100, 10)])
def test_k_is_that_of_the_hands_before(hands, k):
    now = replace(SETTLED, rated_hands=hands)

    assert what_if(now, CONFIG, "coastal", EVEN).k_factor == k


def test_curve_rises_around_a_tie_and_stays_below_k():
    curve = what_if(SETTLED, CONFIG, "coastal", EVEN).curve

    margins, changes = zip(*curve, strict=True)
    assert margins[0] == -3600  # four margin scales of 900
    assert margins[-1] == 3600
    assert curve[30] == (0, 0.0)
    assert list(changes) == sorted(changes)
    assert max(abs(change) for change in changes) < 10


def test_margin_scale_is_that_of_the_family():
    found = what_if(SETTLED, CONFIG, "classic", replace(EVEN, margin=250))

    assert found.actual_score == pytest.approx(1 / (1 + math.exp(-1)))


def test_player_alone_on_their_side_has_no_partner():
    hand = NextHand(side_size=1, partners=0.0, opponents=1000.0, margin=0)

    assert what_if(SETTLED, CONFIG, "classic", hand).side_rating == 1086.0


def test_hand_that_meets_all_three_conditions_promotes():
    # Advanced: Form 1,150, 100 hands, 10 games. From Form 1,149.5 a win at Rating
    # 1,190 gives Form at least 1,149.5 + 2/31 * 40 = 1,152.
    now = replace(SETTLED, rating=1190.0, form=1149.5)

    found = what_if(now, CONFIG, "coastal", replace(EVEN, margin=3000))

    assert (found.level, found.level_event) == ("Advanced", "promoted")
    assert in_words(found)[-1].endswith("You would move up to Advanced.")


def test_demotion_needs_a_warning_and_no_protection():
    # Intermediate's line is 1,050; at 1,000 it is lost.
    low = replace(SETTLED, rating=900.0, form=1001.0, is_at_risk=True)
    hand = replace(EVEN, partners=900.0, opponents=900.0)

    warned = what_if(low, CONFIG, "coastal", hand)
    protected = what_if(replace(low, protected_hands_left=3), CONFIG, "coastal", hand)
    unwarned = what_if(replace(low, is_at_risk=False), CONFIG, "coastal", hand)

    assert (warned.level, warned.level_event) == ("Improver", "demoted")
    assert (protected.level, protected.level_event) == ("Intermediate", None)
    assert unwarned.level_event == "at_risk"


@pytest.mark.parametrize(("left", "event"), [(1, None), (0, "demoted")])
def test_protection_ends_after_its_last_hand(left, event):
    now = replace(
        SETTLED,
        rating=900.0,
        form=1001.0,
        is_at_risk=True,
        protected_hands_left=left,
    )

    found = what_if(now, CONFIG, "coastal", EVEN)

    assert found.level_event == event


def test_tenth_hand_starts_the_lowest_level():
    now = replace(SETTLED, rated_hands=9, finished_games=0, level=None)

    found = what_if(now, CONFIG, "coastal", EVEN)

    assert (found.level, found.level_event) == ("Beginner", "started")


def test_window_form_is_the_mean_of_the_last_ratings():
    config = with_values(CONFIG, {"form.kind": "window", "form.span": 3})
    now = replace(SETTLED, last_ratings=(500.0, 1000.0, 1040.0, 1086.0))

    found = what_if(now, config, "coastal", EVEN)

    # The tie leaves the Rating at 1,086; the window holds it and the two before.
    assert found.form_after == pytest.approx((1040 + 1086 + 1086) / 3)


def test_words_say_both_parts_and_the_margin_that_changes_nothing():
    hand = NextHand(side_size=2, partners=1014.0, opponents=1000.0, margin=100)

    words = " ".join(in_words(what_if(SETTLED, CONFIG, "coastal", hand)))

    # E = 0.571463: opponents 10 (0.5 - E) = -0.71; S(100) = 0.527749: result +0.28.
    assert "1,050, the other side's 1,000: an expected score of 0.571" in words
    assert "A win by 100 points is an actual score of 0.528" in words
    assert "would make −0.7 and the result +0.3: together −0.4" in words  # noqa: RUF001
    assert "A win by 259 points would leave the Rating as it is" in words


def test_win_loss_has_no_margin_that_changes_nothing():
    config = with_values(CONFIG, {"change.margin_function": "win_loss"})

    found = what_if(SETTLED, config, "coastal", replace(EVEN, opponents=1000.0))

    assert found.zero_margin is None
    assert "No margin would leave the Rating as it is" in " ".join(in_words(found))


def test_side_that_is_sure_to_win_has_no_margin_that_changes_nothing():
    found = what_if(SETTLED, CONFIG, "coastal", replace(EVEN, opponents=-10_000.0))

    assert found.expected_score == 1.0  # to the last bit of a double
    assert found.zero_margin is None
