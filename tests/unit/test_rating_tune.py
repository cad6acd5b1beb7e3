"""Tuning: what a sweep says about configurations, and the verb `tune`."""

import csv
import json
import math
from datetime import UTC, datetime

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import rating.cli
from benchmarks.population import draw_hands
from engine.errors import CoastalError, UsageError
from ingest.home import Home
from ingest.publish import publish
from ingest.terminal import Settings
from ingest.warehouse import open_warehouse
from rating.config import RatingConfig
from rating.config_file import read_config, with_values
from rating.grid import Variant
from rating.hands import HandArrays
from rating.metrics import log_losses, mean_difference
from rating.refresh import refresh
from rating.replay import replay
from rating.search import search
from rating.seating import RATED
from rating.stats.blocks import game_blocks
from rating.tuning import TUNE_SHARE, tune
from tests.golden.rating_warehouse import fill
from tests.golden.seasons import random_season

RNG = np.random.default_rng(1)
WILD = "change.k[2].k"
LIVE = with_values(RatingConfig(), {WILD: 14})


@pytest.fixture(scope="module")
def hands() -> HandArrays:
    return draw_hands(20_000, 150)


@pytest.fixture(scope="module")
def tuning(hands):
    values = [
        {WILD: k, "form.span": span} for k, span in ((14, 20), (14, 30), (200, 30))
    ]
    found = [Variant(values=one, config=with_values(LIVE, one)) for one in values]
    return tune(hands, LIVE, found, metric="log_loss", n_blocks=400, rng=RNG)


def test_live_configuration_is_the_first_candidate_and_stands_there_once(tuning):
    assert [one.values[WILD] for one in tuning.candidates] == [14, 14, 200]
    assert [one.is_live for one in tuning.candidates] == [True, False, False]


def test_absurd_configuration_is_told_from_the_best_and_an_even_one_is_not(tuning):
    # Form foretells nothing: another span has the same losses.
    assert [one.is_equal for one in tuning.candidates] == [True, True, False]
    assert tuning.candidates[2].from_live.low > 0.0
    assert "2 of 3 configurations cannot be told from the best" in tuning.words[0]
    assert "no reason to change it" in tuning.words[1]


def test_worse_live_configuration_is_said_so_and_later_hands_confirm(hands):
    live = with_values(LIVE, {WILD: 200})

    found = tune(
        hands,
        live,
        [Variant(values={WILD: 14}, config=LIVE)],
        metric="log_loss",
        rng=RNG,
    )

    assert found.candidates[found.best].values == {WILD: 14}
    assert "better than the live configuration" in found.words[1]
    assert "had no part in the choice, confirm it" in found.words[2]


def test_difference_from_live_is_that_of_two_replays_on_the_first_games(hands, tuning):
    one = replay(hands, LIVE)
    rated = (one.seating.flags & RATED).any(axis=1)
    block, _ = game_blocks(hands.game, 400)
    chosen = rated & (block < tuning.n_blocks)
    other = replay(hands, tuning.candidates[2].config)
    oracle = mean_difference(
        log_losses(one)[chosen],
        log_losses(other)[chosen],
        block[chosen],
    )

    apart = tuning.candidates[2].from_live
    assert tuning.n_hands == chosen.sum()
    assert tuning.n_hands / rated.sum() == pytest.approx(TUNE_SHARE, abs=0.01)
    assert (apart.estimate, apart.low, apart.high) == pytest.approx(
        (oracle.estimate, oracle.low, oracle.high), rel=1e-6
    )


def test_without_later_hands_nothing_confirms(hands):
    found = tune(
        hands.take(slice(0, 500)),
        LIVE,
        [Variant(values={WILD: 8}, config=with_values(LIVE, {WILD: 8}))],
        metric="brier",
        rng=RNG,
        tune_share=1.0,
    )

    assert found.n_later_hands == 0
    assert math.isnan(found.candidates[1].later_loss)


def test_search_finds_the_smallest_loss_of_a_fine_grid(hands):
    tried = search(hands, LIVE, {WILD: (1.0, 101.0)}, metric="log_loss")
    grid = [
        Variant(values={WILD: k}, config=with_values(LIVE, {WILD: k}))
        for k in range(1, 102, 2)
    ]

    found = tune(hands, LIVE, tried, metric="log_loss", rng=RNG)
    oracle = tune(hands, LIVE, grid, metric="log_loss", rng=RNG)

    best, wanted = found.candidates[found.best], oracle.candidates[oracle.best]
    assert best.loss <= wanted.loss + 1e-6
    assert len(tried) < 40


def test_search_stays_within_whole_numbers_where_the_key_asks_for_them(hands):
    few = hands.take(slice(0, 400))

    tried = search(few, LIVE, {"form.span": (10, 20)}, metric="log_loss")

    assert {type(one.values["form.span"]) for one in tried} == {int}


@pytest.mark.parametrize("bounds", [(12.4, 31.9), (25.9, 50.6), (11.3, 45.7)])
def test_search_proposes_no_value_beside_one_that_it_tried(bounds):
    few = draw_hands(300, 50)

    tried = search(few, LIVE, {WILD: bounds}, metric="log_loss")

    values = np.sort([one.values[WILD] for one in tried])
    finest = (bounds[1] - bounds[0]) / 8**4  # four rounds of eight steps
    assert np.diff(values).min() >= finest / 4


@pytest.fixture(scope="module")
def rated_home(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("rated"))
    now = datetime(2026, 3, 1, tzinfo=UTC)
    with open_warehouse(home) as con:
        fill(con, *random_season(3, n_hands=120))
        refresh(con, home, now)
        publish(home, con, now)
    return home


@pytest.fixture
def run(rated_home):
    app = typer.Typer()

    @app.callback()
    def settings(context: typer.Context) -> None:
        context.obj = Settings(home=rated_home)

    rating.cli.add_commands(app)

    def run(*words):
        result = CliRunner().invoke(app, ["tune", *words])
        if isinstance(result.exception, CoastalError):
            raise result.exception
        assert result.exception is None, result.output
        return result.stdout

    return run


def test_verb_prints_rows_verdict_and_people(run):
    told = run("--grid", f"{WILD}=8,12", "--grid", "form.span=20,40")

    assert "cannot be told from the best" in told
    assert "players by level, live (rows) and tried (columns)" in told
    assert told.count("yes") + told.count("no, p") == 5


def test_rows_go_to_a_file_and_one_of_them_becomes_a_configuration(run, tmp_path):
    rows, toml = tmp_path / "rows.csv", tmp_path / "candidate.toml"
    words = ("--grid", f"{WILD}=8,12", "--out", str(rows), "--save", str(toml))

    told = json.loads(run(*words, "--row", "3", "--json", "--no-people"))

    with rows.open(newline="") as stream:
        written = list(csv.DictReader(stream))
    assert [row["row"] for row in written] == ["1", "2", "3"]
    assert [float(row["loss"]) for row in written] == [
        pytest.approx(row["loss"]) for row in told["rows"]
    ]
    saved = read_config(toml).change.k[2].k
    assert saved == told["rows"][2]["values"][WILD]
    assert told["people"] is None


def test_verb_searches_and_writes_json(run, tmp_path):
    rows = tmp_path / "rows.json"

    run("--optimize", "seats.computer_live=900:1500", "--out", str(rows), "--no-people")

    told = json.loads(rows.read_text())
    assert told["metric"] == "log_loss"
    losses = [row["loss"] for row in told["rows"]]
    assert losses == sorted(losses)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "found neither of --grid and --optimize"),
        (("--grid", "form.span=9", "--optimize", "form.span=9:12"), "found both"),
        (("--grid", "form.span=9", "--out", "rows.txt"), r"ending in \.csv or \.json"),
        (("--grid", "form.span=9", "--ladder", "chess/live"), "no ladder chess/live"),
        (("--grid", "form.span=9", "--row", "9"), "--row 9 found, expected a row"),
        (
            ("--grid", "change.margin_scale.coastal=9", "--metric", "brier"),
            "brier cannot be compared between margin functions or scales",
        ),
    ],
)
def test_wrong_use_is_one_sentence(run, words, sentence):
    with pytest.raises(UsageError, match=sentence):
        run(*words)


def test_no_scheduler_at_the_address_is_one_sentence(run, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("rating.cli_tune.CLUSTER_WAIT_S", "1s")

    with pytest.raises(CoastalError, match=r"no Dask scheduler answers at tcp://127"):
        run("--grid", "form.span=20", "--dask", "tcp://127.0.0.1:1")


def test_ladder_without_hands_says_so(run):
    assert run("--grid", "form.span=20", "--ladder", "partnership/live") == ""
