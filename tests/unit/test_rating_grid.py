"""Grids of configurations, as a person writes them."""

import pytest

from engine.errors import UsageError
from rating.config import RatingConfig
from rating.config_values import RatingConfigError
from rating.grid import read_axes, read_intervals, variants

LIVE = RatingConfig()


def test_values_are_numbers_or_words_and_ranges_hold_both_ends():
    axes = read_axes(
        ["change.k[0].k=20,24.5", "form.kind=window", "form.span=20:40:10"]
    )

    assert axes == {
        "change.k[0].k": [20, 24.5],
        "form.kind": ["window"],
        "form.span": [20, 30, 40],
    }


def test_every_combination_is_a_configuration_on_top_of_the_live_one():
    found = variants(LIVE, read_axes(["change.k[2].k=8,12", "form.span=20,40"]))

    numbers = [(one.config.change.k[2].k, one.config.form.span) for one in found]
    assert numbers == [(8.0, 20), (8.0, 40), (12.0, 20), (12.0, 40)]
    assert {one.config.change.k[:2] for one in found} == {LIVE.change.k[:2]}


def test_file_may_give_whole_lists_as_values(tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(
        '[grid]\n"change.k" = [[{from_hand = 0, k = 12}], [{from_hand = 0, k = 9}]]\n'
        '"levels.table[1].form" = [900]\n'
    )

    first, second = variants(LIVE, read_axes([str(file)]))

    assert [step.k for step in first.config.change.k] == [12.0]
    assert [step.k for step in second.config.change.k] == [9.0]
    assert second.config.levels.table[1].form == 900.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("change.k[0].k=20,,24", "expected KEY=V1,V2,…"),
        ("form.span=30:20:5", "expected KEY=LOW:HIGH:STEP that rises"),
        ("grid.toml", "grid.toml found, expected KEY=V1,V2,… or the name of a TOML"),
    ],
)
def test_what_is_no_axis_is_refused(text, sentence):
    with pytest.raises(UsageError, match=sentence.replace("[", r"\[")):
        read_axes([text])


@pytest.mark.parametrize(
    "text", ["[grid", "grid = 3", "[grid]\nform.span = [20]", "[other]\na = [1]"]
)
def test_file_that_holds_no_grid_is_refused(tmp_path, text):
    file = tmp_path / "grid.toml"
    file.write_text(text)

    with pytest.raises(UsageError, match=r"grid\.toml"):
        read_axes([str(file)])


def test_key_given_twice_is_refused():
    with pytest.raises(UsageError, match=r"form\.span stands in the grid twice"):
        read_axes(["form.span=20", "form.span=30"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("change.k[3].k=20", r"change\.k\[3\]: found a place that does not exist"),
        ("form.length=20", r"form\.length: found a key that does not exist"),
        ("form.span=20,0", r"form\.span: found 0, expected an integer from 1 to"),
        ("change.scale=x", r"change\.scale: found 'x', expected a number above 0"),
    ],
)
def test_value_that_no_configuration_may_have_is_refused_with_its_key(text, found):
    with pytest.raises(RatingConfigError, match=found):
        variants(LIVE, read_axes([text]))


def test_grid_that_is_too_large_is_refused():
    with pytest.raises(UsageError, match="10,201 configurations, expected at most"):
        variants(LIVE, read_axes(["form.span=100:200:1", "start.rating=100:200:1"]))
    with pytest.raises(UsageError, match="1,000,000,000,000 configurations, expected"):
        read_axes(["form.span=1:1000000000000:1"])


def test_interval_has_two_bounds_that_rise():
    assert read_intervals(["change.k[2].k=4:20"]) == {"change.k[2].k": (4, 20)}
    for text in ("change.k[2].k=20:4", "change.k[2].k=4", "change.k[2].k=a:b"):
        with pytest.raises(UsageError, match="expected KEY=LOW:HIGH"):
            read_intervals([text])


def test_file_in_another_encoding_is_told_in_our_words(tmp_path):
    path = tmp_path / "grid.toml"
    path.write_bytes("[grid]\n# für\n".encode("latin-1"))

    with pytest.raises(UsageError, match="not UTF-8, expected a text file in UTF-8"):
        read_axes([str(path)])


def test_value_written_twice_is_one_configuration():
    found = variants(LIVE, read_axes(["form.span=20,30,20", "change.k[0].k=24,24.0"]))

    assert [one.config.form.span for one in found] == [20, 30]


@pytest.mark.parametrize(
    "values", ["9" * 5000, "9" * 5000 + ",1", "0:" + "9" * 5000 + ":1", "1:2:1e-300"]
)
def test_number_of_thousands_of_digits_is_refused_in_a_sentence(values):
    with pytest.raises((UsageError, RatingConfigError), match="expected"):
        variants(LIVE, read_axes([f"form.span={values}"]))


def test_file_with_a_number_of_thousands_of_digits_is_refused(tmp_path):
    path = tmp_path / "grid.toml"
    path.write_text("[grid]\n" + '"form.span" = [' + "9" * 5000 + "]\n")

    with pytest.raises(UsageError, match=r"grid\.toml is no TOML"):
        read_axes([str(path)])
