"""rating.toml: the default of the page, and each refusal with its key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.config import RatingConfig
from rating.config_file import (
    config_from,
    parse_config,
    read_config,
    value_of,
    with_values,
)
from rating.config_values import RatingConfigError

PAGE = """
version = 1
[start]
rating = 1000
self_rating = { learning = 850, casual = 1000, experienced = 1150, expert = 1300 }
provisional_hands = 10
[change]
scale = 400
k = [{from_hand = 0, k = 24}, {from_hand = 30, k = 16}, {from_hand = 100, k = 10}]
margin_function = "logistic"
margin_scale = { coastal = 900, classic = 250, partnership = 250, tiles = 250 }
[form]
kind = "exponential"
span = 30
[seats]
computer_live = 1300
computer_solo = { beginner = 850, intermediate = 1050, expert = 1300 }
away_hands = "on_return"
[levels]
keep_margin = 50
protected_hands = 25
table = [
    { name = "Beginner" },
    { name = "Improver", form = 950, hands = 20, games = 1 },
    { name = "Intermediate", form = 1050, hands = 50, games = 4 },
    { name = "Advanced", form = 1150, hands = 100, games = 10 },
    { name = "Expert", form = 1300, hands = 200, games = 20 },
    { name = "Master", form = 1450, hands = 400, games = 40 },
]
"""


@pytest.mark.parametrize("text", ["", "version = 1", "[change]", PAGE])
def test_absent_keys_have_the_values_of_the_page(text):
    assert parse_config(text) == RatingConfig()


def test_part_of_a_group_leaves_the_rest_at_its_default():
    config = parse_config("[start]\nself_rating = { expert = 1400 }")

    assert config.start.self_rating.expert == 1400.0
    assert config.start.self_rating.learning == 850.0


def test_level_without_hands_or_games_asks_for_none():
    text = '[levels]\ntable = [ { name = "A" }, { name = "B", form = 900.5 } ]'

    [_, level] = parse_config(text).levels.table

    assert (level.form, level.hands, level.games) == (900.5, 0, 0)


REFUSED = [
    ("speed = 1", "speed", "a key that does not exist"),
    ("[change]\nK = 3", "change.K", "a key that does not exist"),
    ("[levels]\ntable = [{name='A', from=3}]", "levels.table[0].from", "not exist"),
    ("change = 3", "change", "a table"),
    ("version = 2", "version", "found 2, expected 1"),
    ("version = true", "version", "found True, expected 1"),
    ("version = 1.0", "version", "found 1.0, expected 1"),
    ("[change]\nk = []", "change.k", "a list of at least one table"),
    ("[change]\nk = 24", "change.k", "a list of at least one table"),
    ("[change]\nk = [{from_hand=0, k=0}]", "change.k[0].k", "a number above 0"),
    ("[change]\nk = [{from_hand=0, k=-3}]", "change.k[0].k", "found -3"),
    ("[change]\nk = [{from_hand=0}]", "change.k[0].k", "found nothing"),
    ("[change]\nk = [{from_hand=0, k=true}]", "change.k[0].k", "found True"),
    ("[change]\nk = [{from_hand=1, k=24}]", "change.k[0].from_hand", "0 in the first"),
    (
        "[change]\nk = [{from_hand=0,k=24},{from_hand=0,k=9}]",
        "change.k[1].from_hand",
        "more than 0",
    ),
    ("[change]\nscale = 0", "change.scale", "found 0, expected a number above 0"),
    ("[change]\nscale = nan", "change.scale", "found nan"),
    ("[change]\nscale = inf", "change.scale", "found inf"),
    ("[change]\nscale = '400'", "change.scale", "found '400'"),
    ("[change]\nmargin_scale = {tiles=0}", "change.margin_scale.tiles", "found 0"),
    ("[change]\nmargin_scale = {bridge=9}", "change.margin_scale.bridge", "not exist"),
    ("[change]\nmargin_function = 'tanh'", "change.margin_function", "one of logistic"),
    ("[form]\nkind = 'mean'", "form.kind", "one of exponential, window"),
    ("[form]\nspan = 0", "form.span", "an integer from 1 to 1,000,000,000"),
    ("[form]\nspan = 30.0", "form.span", "found 30.0"),
    ("[form]\nspan = true", "form.span", "found True"),
    ("[start]\nrating = -inf", "start.rating", "a number from -1,000,000 to 1,000,000"),
    (
        "[start]\nrating = false",
        "start.rating",
        "a number from -1,000,000 to 1,000,000",
    ),
    ("[start]\nprovisional_hands = 0", "start.provisional_hands", "from 1"),
    ("[start]\nself_rating = 3", "start.self_rating", "a table"),
    ("[seats]\naway_hands = 'later'", "seats.away_hands", "on_return, always, never"),
    ("[seats]\naway_hands = true", "seats.away_hands", "found True"),
    ("[levels]\nkeep_margin = -1", "levels.keep_margin", "a number from 0 to"),
    ("[levels]\nprotected_hands = -1", "levels.protected_hands", "from 0"),
    ("[levels]\nprotected_hands = 2.5", "levels.protected_hands", "found 2.5"),
    ("[levels]\ntable = []", "levels.table", "at least one table"),
    ("[levels]\ntable = [{}]", "levels.table[0].name", "found nothing"),
    ("[levels]\ntable = [{name=' '}]", "levels.table[0].name", "a name"),
    ("[levels]\ntable = [{name='A', form=1}]", "levels.table[0].form", "no line"),
    (
        "[levels]\ntable = [{name='A'},{name='B'}]",
        "levels.table[1].form",
        "found nothing",
    ),
    (
        "[levels]\ntable = [{name='A'},{name='A',form=1}]",
        "levels.table[1].name",
        "not used before",
    ),
    (
        "[levels]\ntable = [{name='A'},{name='B',form=1},{name='C',form=1}]",
        "levels.table[2].form",
        "more than 1",
    ),
    (
        "[levels]\ntable = [{name='A',hands=-1}]",
        "levels.table[0].hands",
        "an integer from 0 to",
    ),
    ("[levels\n", "text", "valid TOML"),
]


@pytest.mark.parametrize(("text", "key", "words"), REFUSED)
def test_refusal_names_the_key_what_was_found_and_what_was_expected(text, key, words):
    with pytest.raises(RatingConfigError) as refused:
        parse_config(text)

    assert refused.value.key == key
    assert words in str(refused.value)
    assert str(refused.value).startswith(f"{key}: found ")


def test_huge_integer_is_refused_as_any_number_is():
    with pytest.raises(RatingConfigError, match=r"change\.scale"):
        config_from({"change": {"scale": 10**400}})


POINTS = (
    "start.rating",
    "start.self_rating.expert",
    "seats.computer_live",
    "seats.computer_solo.beginner",
    "levels.table[5].form",
)
ABOVE_0 = ("change.scale", "change.k[2].k", "change.margin_scale.tiles")
COUNTS = (
    "start.provisional_hands",
    "form.span",
    "change.k[2].from_hand",
    "levels.protected_hands",
    "levels.table[1].hands",
    "levels.table[1].games",
)
RANGES = [
    *((key, 1e6, 1_000_001, "a number from -1,000,000 to 1,000,000") for key in POINTS),
    *((key, 1e6, 1e300, "a number above 0, at most 1,000,000") for key in ABOVE_0),
    ("levels.keep_margin", 1e6, 1e300, "a number from 0 to 1,000,000"),
    *((key, 10**9, 10**9 + 1, "to 1,000,000,000") for key in COUNTS),
]


@pytest.mark.parametrize(("key", "largest", "too_large", "words"), RANGES)
def test_number_beyond_its_range_is_refused_and_the_largest_within_is_not(
    key, largest, too_large, words
):
    assert value_of(with_values(RatingConfig(), {key: largest}), key) == largest

    with pytest.raises(RatingConfigError) as refused:
        with_values(RatingConfig(), {key: too_large})

    assert refused.value.key == key
    assert f"found {too_large!r}, expected" in str(refused.value)
    assert str(refused.value).endswith(words)


@pytest.mark.parametrize("key", POINTS[:4])
def test_points_below_minus_a_million_are_refused(key):
    with pytest.raises(RatingConfigError, match="found -1000001, expected a number"):
        with_values(RatingConfig(), {key: -1_000_001})


def test_file_that_is_not_text_is_refused(tmp_path):
    file = tmp_path / "rating.toml"
    file.write_bytes(b"\xff\xfe")

    with pytest.raises(RatingConfigError, match="UTF-8"):
        read_config(file)


def test_fault_in_a_file_names_the_file(tmp_path):
    file = tmp_path / "rating.toml"
    file.write_text("[form]\nspan = 0")

    with pytest.raises(RatingConfigError) as refused:
        read_config(file)

    assert str(refused.value).startswith(f"{file}: form.span: found 0")


def test_other_values_are_checked_like_a_file():
    with pytest.raises(RatingConfigError, match=r"form\.span: found 0"):
        with_values(RatingConfig(), {"form.span": 0})


numbers = st.floats(-1e6, 1e6)
positive = st.floats(0, 1e6, exclude_min=True)
counts = st.integers(0, 10**9)


@given(
    rating=numbers,
    scale=positive,
    ks=st.lists(positive, min_size=1, max_size=4),
    span=st.integers(1, 10**9),
    names=st.lists(
        st.text(min_size=1).filter(lambda s: s.strip()),
        min_size=1,
        max_size=4,
        unique=True,
    ),
    hands=counts,
)
def test_configuration_survives_the_way_to_toml_and_back(
    rating, scale, ks, span, names, hands
):
    table = [{"name": names[0]}]
    for i, name in enumerate(names[1:]):
        table.append({"name": name, "form": 900.25 + i, "hands": hands, "games": i})
    config = config_from(
        {
            "start": {"rating": rating},
            "change": {
                "scale": scale,
                "k": [{"from_hand": 3 * i, "k": k} for i, k in enumerate(ks)],
            },
            "form": {"kind": "window", "span": span},
            "levels": {"table": table},
        }
    )

    assert parse_config(config.to_toml()) == config
