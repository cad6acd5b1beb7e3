"""The verbs replay, explain and config, as a person runs them."""

import json
import shutil
import tomllib
from datetime import UTC, datetime

import pytest
import typer
from typer.testing import CliRunner

import rating.cli
import rating.cli_publish
from engine.errors import CoastalError, UsageError
from ingest.home import Home
from ingest.publish import publish
from ingest.terminal import Settings
from ingest.warehouse import open_warehouse
from rating.check import ReplayCheckError
from rating.config import RatingConfig
from rating.config_values import RatingConfigError
from rating.refresh import refresh
from tests.golden.rating_warehouse import fill
from tests.golden.seasons import random_season

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def app():
    app = typer.Typer()

    @app.callback()
    def settings(context: typer.Context, home: str = "") -> None:
        context.obj = Settings(home=Home.from_option(home))

    rating.cli.add_commands(app)
    return app


@pytest.fixture(scope="module")
def rated_home(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("rated"))
    with open_warehouse(home) as con:
        fill(con, *random_season(3, n_hands=120))
        refresh(con, home, NOW)
        publish(home, con, NOW)
    return home


@pytest.fixture
def home(rated_home, tmp_path):
    shutil.copytree(rated_home.path, tmp_path / "home")
    return Home(tmp_path / "home")


@pytest.fixture
def run(app, home):
    def run(*words):
        settings = Settings(home=home)
        result = CliRunner().invoke(app, list(words), obj=settings)
        if isinstance(result.exception, CoastalError):
            raise result.exception
        assert result.exception is None, result.output
        return result.stdout

    def callback(context: typer.Context) -> None:
        context.obj = Settings(home=home)

    app.registered_callback.callback = callback
    return run


def test_replay_publishes_and_check_then_finds_equal_bits(run):
    done = json.loads(run("replay", "--json"))
    checked = json.loads(run("replay", "--check", "--json"))

    assert "coastal/live" in done["written_ladders"]
    assert checked["differences"] == 0
    assert checked["checked_rows"] > done["n_rated_seats"]


def test_check_names_the_first_row_that_differs(run, home):
    with open_warehouse(home) as con:
        con.execute(
            "update rated_seat_rows set form_after = form_after + 1e-11 "
            "from rated_ladders where rated_seat_rows.ladder_no = "
            "rated_ladders.ladder_no and ladder = 'coastal/live' and seq = 17"
        )

    with pytest.raises(ReplayCheckError, match=r"row 17 .*form_after is stored") as e:
        run("replay", "--check")

    assert e.value.exit_status == 1


def test_check_of_one_ladder_leaves_the_others_alone(run, home):
    with open_warehouse(home) as con:
        con.execute(
            "delete from rated_seat_rows using rated_ladders where "
            "rated_seat_rows.ladder_no = rated_ladders.ladder_no "
            "and ladder = 'tiles/live'"
        )

    assert json.loads(run("replay", "--check", "--ladder", "coastal/live", "--json"))


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "--ladder", "bridge/live"),
        ("replay", "--check", "--config", __file__),
        ("replay", "--ladder", "coastal/live", "--config", __file__),
        ("config", "diff", "nowhere.toml"),
    ],
)
def test_misuse_is_refused(run, words):
    with pytest.raises(UsageError):
        run(*words)


def test_replay_with_a_file_makes_it_live(run, home, tmp_path):
    file = tmp_path / "new.toml"
    file.write_text("[form]\nspan = 12\n")

    done = json.loads(run("replay", "--config", str(file), "--json"))

    assert done["config_id"] == 2
    assert "span = 12" in run("config", "show")
    assert "span = 12" in home.rating_toml.read_text()


def test_replay_of_one_ladder_rates_the_others_under_an_edited_file_too(run, home):
    home.rating_toml.write_text("[form]\nspan = 12\n")

    run("replay", "--ladder", "coastal/live")

    assert json.loads(run("replay", "--check", "--json"))


def test_faulty_file_changes_nothing(run, home, tmp_path):
    file = tmp_path / "new.toml"
    file.write_text("[form]\nspan = 0\n")

    with pytest.raises(RatingConfigError, match=r"form\.span"):
        run("config", "publish", str(file))

    assert len(json.loads(run("config", "list", "--json"))["versions"]) == 1
    assert home.rating_toml.read_text() == RatingConfig().to_toml()


def test_publish_list_diff_and_revert(run, tmp_path):
    file = tmp_path / "new.toml"
    file.write_text("[change]\nscale = 500\n")

    run("config", "publish", str(file), "--reason", "wider")
    difference = run("config", "diff", "1")
    run("config", "revert", "1")

    assert "-scale = 400\n+scale = 500" in difference
    versions = json.loads(run("config", "list", "--json"))["versions"]
    assert [v["reason"] for v in versions] == ["the default", "wider", "back to 1"]
    assert [v["is_live"] for v in versions] == [False, False, True]
    assert run("config", "show") == run("config", "show", "1")


def test_show_prints_the_default_before_anything_is_published(app, tmp_path):
    def callback(context: typer.Context) -> None:
        context.obj = Settings(home=Home(tmp_path / "none"))

    app.registered_callback.callback = callback

    assert (
        CliRunner().invoke(app, ["config", "show"]).stdout == RatingConfig().to_toml()
    )


def test_try_prints_who_would_move(run, tmp_path):
    file = tmp_path / "new.toml"
    file.write_text('[levels]\ntable = [ {name="a"}, {name="b", form=500} ]\n')

    text = run("config", "try", str(file), "--ladder", "coastal/live")
    found = json.loads(run("config", "try", str(file), "--json"))

    assert "log loss" in text
    assert "promoted: " in text
    [live] = [x for x in found["ladders"] if x["ladder"] == "coastal/live"]
    assert live["promoted"]
    assert live["log_loss_difference"]["estimate"] == 0.0


def test_explain_prints_words_or_json(run, home):
    with open_warehouse(home) as con:
        [(hand, player)] = con.execute(
            "select hand_id, player_id from rating_changes "
            "where settled_by_hand_id is null limit 1"
        ).fetchall()

    text = run("explain", hand, player)
    found = json.loads(run("explain", hand, player, "--json"))

    assert text.splitlines()[0] == found["headline"]
    assert "K is" in text
    assert found["hand_id"] == hand


def test_version_from_now_on_says_since_when_and_moves_no_number(run, home, tmp_path):
    file = tmp_path / "k.toml"
    file.write_text("[change]\nk = [{ from_hand = 0, k = 48 }]\n")
    numbers = "select hand_id, player_id, rating_after from rating_changes order by all"
    with open_warehouse(home) as con:
        before = con.execute(numbers).fetchall()

    done = json.loads(run("config", "publish", str(file), "--from-now-on", "--json"))

    with open_warehouse(home) as con:
        assert con.execute(numbers).fetchall() == before
    first, second = json.loads(run("config", "list", "--json"))["versions"]
    assert first["applies_from"] is None
    assert second["applies_from"] == done["applies_from"]
    assert second["before_config_id"] == 1
    shown = run("config", "show")
    assert shown.startswith(f"# for hands that ended from {done['applies_from']} on")
    assert tomllib.loads(shown)["change"]["k"] == [{"from_hand": 0, "k": 48.0}]
    assert f"+# for hands that ended from {done['applies_from']} on" in run(
        "config", "diff", "1", "2"
    )


@pytest.mark.parametrize(("answer", "is_null"), [("y", True), ("n", False)])
def test_publish_asks_in_a_terminal(run, tmp_path, monkeypatch, answer, is_null):
    file = tmp_path / "k.toml"
    file.write_text("[form]\nspan = 12\n")
    monkeypatch.setattr(rating.cli_publish, "can_answer", lambda: True)
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: answer == "y")

    run("config", "publish", str(file))

    versions = json.loads(run("config", "list", "--json"))["versions"]
    assert (versions[1]["applies_from"] is None) == is_null
