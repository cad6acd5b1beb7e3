"""The page of one hand: what its players may see of it, and a sentence for all else."""

import re
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from dashboards.data.hand import PointsLine
from dashboards.hand_ladder import LINES, ladder_chart
from dashboards.hand_play import next_of
from engine.seen import SeenMeld
from ingest.forget import forget
from ingest.publish import publish
from ingest.snapshot import open_snapshot
from ingest.warehouse import open_warehouse
from rating.refresh import refresh
from tests.dashboards.conftest import APP, PAGES
from tests.dashboards.page_content import text
from tests.dashboards.test_dashboards_charts import contrast
from tests.dashboards.test_dashboards_privacy import BENS, SIDES, leaks
from tests.unit.conftest import NOW
from tests.unit.hand_records import Desk, as_bytes, hand, player, result

FOLDER_GONE = "raw/ of this home folder does not hold them"


@pytest.fixture
def open_hand(monkeypatch):
    def _open(home, eyes, hand_id=None, **address):
        monkeypatch.setenv("COASTAL_HOME", str(home))
        app = AppTest.from_file(str(PAGES / "hand.py"), default_timeout=60)
        app.session_state["eyes"] = eyes
        for name, value in ({"hand": hand_id} | address).items():
            if value is not None:
                app.query_params[name] = value
        return app.run()

    return _open


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A home of odd hands: results only, abandoned, three sides, one person alone."""
    desk = Desk(tmp_path_factory.mktemp("club"), clock=lambda: NOW)
    sides = ((500, 0), (200, 0), (700, 0))
    computer = {"player_id": None, "controller": "computer", "skill": "expert"}
    desk.read(
        as_bytes(
            player("ana", name="Ana"),
            player("bo", name="![Bo](http://e.org/x.png)"),
            hand("plain", hand_no=1),
            hand(
                "given-up",
                game_id="g2",
                result=result((0, 0), (0, 0), ended_by="abandoned"),
            ),
            hand(
                "three",
                game_id="g3",
                ruleset="classic-6x3",
                seats=[
                    {"seat": seat, "player_id": name, "controller": "player"}
                    for seat, name in enumerate(("ana", "bo", "cy", "di", "ed", "fy"))
                ],
                result=result(*sides),
            ),
            hand(
                "alone",
                game_id="g4",
                seats=[
                    {"seat": 0, "player_id": "ana", "controller": "player"},
                    *({"seat": seat} | computer for seat in (1, 2, 3)),
                ],
            ),
        )
    )
    with open_warehouse(desk.home) as con:
        refresh(con, desk.home, NOW)
        publish(desk.home, con, NOW)
    return desk.home


def said(app) -> str:
    return " ".join(
        element.value for element in [*app.markdown, *app.caption, *app.info]
    )


def test_head_has_the_result_in_words_and_a_row_for_each_side(
    open_hand, hand_made_home
):
    app = open_hand(hand_made_home, "person:ana", "h138")

    # margin_of(138) is -400: 1,000 points against 1,400
    assert "Your side lost by 400 points." in said(app)
    assert "Ana went out" in said(app)
    assert app.table[0].value.to_numpy().tolist() == [
        ["Ana and Ben (your side)", "1,000", "−400", "1", "0 → 1,000"],  # noqa: RUF001
        ["Cho and Computer", "1,400", "+400", "2", "0 → 1,400"],
    ]
    assert not app.error
    assert not app.exception


def test_ladder_has_every_line_and_its_sum(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:ana", "h131")  # 130 won, no penalty

    ladder = app.table[1].value
    rows = dict(zip(ladder["Line"], ladder["Eve and Computer"], strict=True))

    # side 1 of the fixture: 800 + 400 - 60 = 1,140; its 1,000 points lack 140 of that
    assert rows == {
        "canastas": "800",
        "melded cards": "400",
        "going out": "0",  # 100 for the other side
        "not split in the log": "−140",  # noqa: RUF001  a true minus
        "held cards": "−60",  # noqa: RUF001
        "together": "1,000",
    }


@pytest.mark.parametrize("page", ["#FFFFFF", "#0E1117"])
@pytest.mark.parametrize("color", sorted({color for _, color in LINES.values()}))
def test_colours_of_the_ladder_pass_three_to_one(color, page):
    assert contrast(color, page) >= 3.0


def test_parts_of_a_bar_lie_end_to_end_with_gains_and_losses_apart():
    lines = [
        PointsLine(0, "canasta_bonus", 500),
        PointsLine(0, "melded", 200),
        PointsLine(0, "held", -50),
        PointsLine(0, "penalties", -100),
    ]

    values = ladder_chart(["Us", "Them"], lines)["data"]["values"]

    assert [(part["begin"], part["end"]) for part in values] == [
        (0, 500),
        (500, 700),
        (0, -50),
        (-50, -150),
    ]


def test_address_without_a_hand_opens_the_last_one(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:ana")

    assert any("id h139" in caption.value for caption in app.caption)


@pytest.mark.parametrize("hand_id", ["h000", "nobody-played-this"])
def test_hand_of_others_reads_like_an_unknown_one(open_hand, hand_made_home, hand_id):
    app = open_hand(hand_made_home, "person:cho", hand_id)

    (notice,) = app.info
    assert notice.value.startswith(f"Cho sat in no hand {hand_id}: check the link")
    assert len(app.table) == 0


def test_markup_in_an_address_is_shown_as_text(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:cho", "![x](http://e.org/x.png)")

    assert "![x\\](http" in app.info[0].value


def test_person_without_a_hand_reads_so(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:zoe")

    assert app.info[0].value == "Zoe has played no hand yet."


def test_hand_with_a_private_player_tells_nothing_of_their_rating(
    open_hand, hand_made_home
):
    app = open_hand(hand_made_home, "person:ana", "h138")  # Ben sat in seat 2

    assert leaks(app, BENS + SIDES) == set()
    assert any("keeps their skill level private" in c.value for c in app.caption)


def test_change_is_that_of_explain(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:ana", "h137")  # Dev sat in seat 2

    # A hand won is +9 in the fixture, of which -2.25 is the opponents' part.
    assert any(mark.value.startswith("**+9, now ") for mark in app.markdown)
    cells = [row for table in app.table for row in table.value.to_numpy().tolist()]
    assert ["opponents", "-2.25"] in cells
    assert ["result", "+11.25"] in cells


def test_moves_that_raw_does_not_hold_are_a_sentence(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:ana", "h138")

    assert any(FOLDER_GONE in notice.value for notice in app.info)


@pytest.mark.parametrize(
    ("hand_id", "sentence"),
    [
        ("plain", "Only the result of this hand was logged"),
        ("given-up", "counts for no Rating, statistic or total"),
        ("three", "has 3 sides; only hands of two are rated"),
        ("alone", "was the only person in hand alone: it is not rated"),
    ],
)
def test_odd_hand_says_what_is_odd_about_it(open_hand, club, hand_id, sentence):
    app = open_hand(club.path, "person:ana", hand_id)

    assert any(sentence in notice.value for notice in app.info)
    assert not app.error
    assert not app.exception


def test_abandoned_hand_has_no_ladder(open_hand, club):
    app = open_hand(club.path, "person:ana", "given-up")

    assert any("nothing to split" in notice.value for notice in app.info)
    assert "Nobody won this hand." in said(app)


def test_hand_of_three_sides_has_three_rows(open_hand, club):
    app = open_hand(club.path, "person:cy", "three")

    assert list(app.table[0].value["Points"]) == ["500", "200", "700"]
    assert list(app.table[0].value["Margin"]) == ["−200", "−500", "+200"]  # noqa: RUF001


def test_name_with_a_picture_is_text(open_hand, club):
    app = open_hand(club.path, "person:ana", "plain")

    assert "![Bo](http" not in said(app)
    assert not any("![Bo](http" in cell for cell in app.table[0].value["Side"])


def test_buttons_lead_along_the_game_and_along_the_own_hands(open_hand, hand_made_home):
    app = open_hand(hand_made_home, "person:ana", "h010")  # the first of game g01
    ways = {button.label: button for button in app.button}

    assert ways["Previous of the game"].disabled
    ways["My previous hand"].click().run()

    assert app.query_params["hand"] in ("h009", ["h009"])
    assert any("id h009" in caption.value for caption in app.caption)


def played_by(home):
    """A player and a hand of theirs in which somebody else draws first."""
    with open_snapshot(home / "published" / current(home)) as con:
        return con.execute(
            "select hand_seats.player_id, hand_id, seat, n_moves from hand_seats "
            "inner join hands using (hand_id) where player_id is not null "
            "and ruleset = 'coastal' and n_moves > 60 order by hand_id, seat limit 1"
        ).fetchone()


def current(home):
    return (home / "published" / "CURRENT").read_text().strip() + ".duckdb"


def test_buttons_and_slider_step_through_the_moves(open_hand, demo_home):
    player_id, hand_id, _, n_moves = played_by(demo_home)
    app = open_hand(demo_home, f"person:{player_id}", hand_id)
    assert f"move 0 of {n_moves}: **the deal.**" in said(app)

    button = {b.label: b for b in app.button}["Next move"]
    button.click().run()
    assert f"move 1 of {n_moves}" in said(app)
    app.slider[0].set_value(n_moves).run()

    assert f"move {n_moves} of {n_moves}" in said(app)
    assert {b.label: b for b in app.button}["Next turn"].disabled
    assert not app.error


def test_jumps_lead_to_the_next_of_a_kind():
    def step(do, n_canastas):
        meld = SeenMeld("7", ("7S1",) * 7, "natural")
        table = SimpleNamespace(melds=((meld,) * n_canastas, ()))
        return SimpleNamespace(move=do and SimpleNamespace(do=do), table=table)

    steps = [
        step(None, 0),
        step("draw", 0),
        step("meld", 0),
        step("take_pile", 0),
        step("meld", 1),
        step("discard", 1),
    ]

    assert next_of(steps, 0) == {"meld": 2, "taken pile": 3, "canasta": 4}
    assert next_of(steps, 2) == {"meld": 4, "taken pile": 3, "canasta": 4}
    assert next_of(steps, 4) == {"meld": 4, "taken pile": 4, "canasta": 4}


def test_link_to_a_step_opens_there(open_hand, demo_home):
    player_id, hand_id, _, n_moves = played_by(demo_home)

    at_10 = open_hand(demo_home, f"person:{player_id}", hand_id, move="10")
    beyond = open_hand(demo_home, f"person:{player_id}", hand_id, move="9" * 5000)
    wrong = open_hand(demo_home, f"person:{player_id}", hand_id, move="²")

    assert f"move 10 of {n_moves}" in said(at_10)
    assert f"move {n_moves} of {n_moves}" in said(beyond)
    assert f"move 0 of {n_moves}" in said(wrong)


def test_cards_that_others_draw_are_not_sent(open_hand, demo_home):
    player_id, hand_id, seat, _ = played_by(demo_home)
    app = open_hand(demo_home, f"person:{player_id}", hand_id)
    with open_snapshot(demo_home / "published" / current(demo_home)) as con:
        drawn = con.execute(
            "select seat, count(*) from moves where hand_id = ? and \"do\" = 'draw' "
            "group by seat",
            [hand_id],
        ).fetchall()
    moves = next(t.value for t in app.table if "Turn" in t.value.columns)

    # Every draw is in the list; a card is named in the own ones alone.
    told = [what for what in moves["What"] if " draws " in what and "open" not in what]
    hidden = [what for what in told if what.endswith(" draws a card")]
    assert len(told) == sum(n for _, n in drawn)
    assert len(hidden) == sum(n for by, n in drawn if by != seat)
    assert not re.search(r"[2-9TJQKA][CDHS][123]", "".join(moves["What"]))


def test_forgotten_players_hand_is_that_of_their_random_id(open_hand, tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("forgetful"), clock=lambda: NOW)
    desk.read(as_bytes(player("ana", name="Ana Secret"), hand("h1")))
    with open_warehouse(desk.home) as con:
        refresh(con, desk.home, NOW)
        publish(desk.home, con, NOW)
    forget(desk.home, "ana", NOW, wait_s=5.0)

    gone = open_hand(desk.home.path, "person:ana", "h1")
    still = open_hand(desk.home.path, "person:bo", "h1")

    assert "Ana Secret" not in text(gone) + text(still)
    assert "forgotten-" in still.table[0].value["Side"][0]
    assert not still.error


def test_button_of_my_progress_opens_the_hand(hand_made_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))
    app = AppTest.from_file(str(APP), default_timeout=60).run()

    next(b for b in app.button if b.label == "Open this hand").click().run()

    assert [title.value for title in app.title] == ["Hand"]
    assert any("id h139" in caption.value for caption in app.caption)
