"""Simulated hands as files: what is loaded from them is what was simulated."""

import json
from pathlib import Path

import duckdb
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import rating.cli
from engine.errors import CoastalError, UsageError
from ingest.home import Home
from ingest.pipeline import IngestOptions, ingest
from ingest.publish import publish
from ingest.terminal import Settings
from ingest.warehouse import open_warehouse
from rating.config import RatingConfig
from rating.refresh import refresh
from rating.replay import replay
from rating.simulate import Population, simulate_hands
from rating.simulate_files import write_logs, write_truth
from rating.store import load_hands


@pytest.fixture(scope="module")
def season():
    population = Population(n_players=60, computer_share=0.15, away_share=0.1)
    return simulate_hands(population, 1_500, np.random.default_rng(4))


def test_ratings_of_ingested_logs_are_those_of_the_simulation(season, desk):
    files = write_logs(season, 4, desk.folder / "logs")

    with open_warehouse(desk.home) as con:
        options = IngestOptions(n_workers=1)
        run = ingest(con, desk.home, files, options, clock=desk.clock)
        loaded = load_hands(con)

    assert run.counts.loaded == 1_500 + 60
    assert run.counts.lines == run.counts.loaded
    stored, made = (replay(x, RatingConfig()) for x in (loaded, season.hands))
    for name in ("rating_after", "form_after", "level", "finished_games", "seat"):
        assert np.array_equal(stored.changes[name], made.changes[name]), name


def test_truth_holds_every_seat_with_the_ids_of_the_logs(season, tmp_path):
    write_truth(season, 4, tmp_path / "truth.parquet")
    [_, hands] = write_logs(season, 4, tmp_path / "logs")
    lines = [json.loads(line) for line in hands.read_text("utf-8").splitlines()]

    rows = duckdb.sql(
        f"select hand_id, seat, player_id, margin, true_skill "
        f"from '{tmp_path / 'truth.parquet'}'"
    ).fetchall()

    assert len(rows) == 4 * 1_500
    seats = {(hand, seat): (player, margin) for hand, seat, player, margin, _ in rows}
    for line in lines:
        first, second = (side["points"] for side in line["result"]["sides"])
        for seat in line["seats"]:
            margin = second - first if seat["seat"] % 2 else first - second
            found = seats[line["hand_id"], seat["seat"]]
            assert found == (seat["player_id"], margin)
    assert {skill for *_, player, _, skill in rows if player is None} == {1_300.0}


@pytest.fixture(scope="module")
def app():
    app = typer.Typer()

    @app.callback()
    def settings(context: typer.Context, home: str = "") -> None:
        context.obj = Settings(home=Home.from_option(Path(home)))

    rating.cli.add_commands(app)
    return app


def run(app, home, *words):
    return CliRunner().invoke(app, ["--home", str(home), "simulate", *words])


SMALL = ("--hands", "4000", "--players", "60")


def test_report_of_two_configurations_on_the_same_hands(app, tmp_path):
    quick = tmp_path / "quick.toml"
    quick.write_text("version = 1\n[change]\nk = [ { from_hand = 0, k = 40 } ]\n")
    same = tmp_path / "same.toml"
    same.write_text("version = 1\n")
    words = ["--config", str(quick), "--config", str(same), "--drift", "20"]
    words += ["--hands", "20000", "--players", "60"]

    found = run(app, tmp_path, *words, "--json")
    shown = run(app, tmp_path, *words)

    report = json.loads(found.stdout)
    assert list(report) == ["quick.toml", "same.toml"]
    for fields in report.values():
        assert fields["noise"] > 0.0
        assert fields["lag"] is not None
    until = [fields["hands_until_left"]["0.5"] for fields in report.values()]
    assert until[0] < until[1]
    assert "20,000 hands" in shown.stdout
    assert "only real or engine hands" in shown.stderr


def test_json_without_settled_players_holds_null(app, tmp_path):
    found = run(app, tmp_path, "--hands", "300", "--players", "60", "--json")

    assert json.loads(found.stdout)["defaults"]["noise"] is None


def test_own_hands_are_drawn_from_the_snapshot(app, season, desk):
    files = write_logs(season, 4, desk.folder / "logs")
    with open_warehouse(desk.home) as con:
        ingest(con, desk.home, files, IngestOptions(n_workers=1), clock=desk.clock)
        refresh(con, desk.home, desk.clock())
        publish(desk.home, con, desk.clock())

    own = run(app, desk.home.path, *SMALL, "--own-hands", "--json")
    packaged = run(app, desk.home.path, *SMALL, "--json")
    other = run(app, desk.home.path, *SMALL, "--own-hands", "--family", "tiles")

    assert own.exit_code == packaged.exit_code == 0
    assert json.loads(own.stdout) != json.loads(packaged.stdout)
    assert isinstance(other.exception, UsageError)
    assert "found 0 hands between even sides on tiles/live" in str(other.exception)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--family", "rummy", *SMALL),
            "found --family rummy, expected one",
        ),
        (("--players", "3"), "found --players 3, expected 8 to"),
        ((*SMALL, "--out", "no/such/folder/truth.parquet"), "cannot be written"),
    ],
)
def test_what_cannot_be_is_one_sentence(app, tmp_path, words, sentence):
    done = run(app, tmp_path, *words)

    assert isinstance(done.exception, CoastalError)
    assert sentence in str(done.exception)
    assert "\n" not in str(done.exception)
