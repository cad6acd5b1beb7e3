"""The dashboards in a real browser: every page, wide and narrow, light and dark."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ingest.snapshot import open_snapshot
from rating.display import shown, shown_step

pytestmark = pytest.mark.browser

SHOTS = Path(__file__).parents[2] / "artifacts" / "screenshots"
PAGES = {  # address, title, the eyes it wants
    "progress": ("", "My progress", None),
    "hands": ("hands", "My hands", None),
    "hand": ("hand", "Hand", None),
    "statistics": ("statistics", "Statistics", None),
    "lab": ("lab", "K-factor lab", "operator"),
    "health": ("health", "Health", "operator"),
    "sql": ("sql", "SQL", "analyst"),
}
WIDE, NARROW, NARROWEST = (1280, 900), (390, 844), (360, 740)
SETTLED = """() =>
    document.querySelectorAll('[data-testid=stSkeleton]').length === 0 &&
    document.querySelector('[data-testid=stApp]')?.dataset.testScriptState
        === 'notRunning'"""

HEADINGS = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
    .map(e => e.tagName).filter(name => /^H[1-6]$/.test(name))"""
SIDEWAYS = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
    .filter(e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 &&
        ['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
    .map(e => e.className)"""


@contextmanager
def opened(
    context: BrowserContext, address: str, name: str, size: tuple[int, int] = WIDE
) -> Iterator[Page]:
    """A page drawn to its end; nothing may be fetched from another machine."""
    path, title, role = PAGES[name]
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    foreign: list[str] = []
    page.on("request", lambda r: foreign.append(r.url) if is_foreign(r.url) else None)
    page.goto(f"{address}/{path}")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    if role:
        page.get_by_role("button", name=f"Look as {role}").click()
    settle(page)
    yield page
    page.close()
    assert foreign == []


def is_foreign(url: str) -> bool:
    return not url.startswith(
        ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:", "chrome")
    )


def settle(page: Page) -> None:
    """Wait until nothing is running and every part has been drawn."""
    page.wait_for_timeout(300)
    page.wait_for_function(SETTLED)
    page.wait_for_timeout(300)
    page.wait_for_function(SETTLED)


def assert_sound(page: Page) -> None:
    for box in ("stException", "stAlertContentError"):
        expect(page.get_by_test_id(box)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    ranks = [int(rank[1]) for rank in page.evaluate(HEADINGS)]
    assert all(rank <= before + 1 for before, rank in pairwise([0, *ranks])), ranks
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]


def keep_shot(page: Page, name: str) -> None:
    """The whole page as an artefact of the tests."""
    height = page.evaluate(
        "document.querySelector('[data-testid=stMain]').scrollHeight"
    )
    page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
    settle(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")


@pytest.mark.parametrize("name", PAGES)
def test_page_loads_wide_without_an_error_box(context, address, name):
    with opened(context, address, name) as page:
        assert_sound(page)
        keep_shot(page, f"{name}-1280")


@pytest.mark.parametrize("name", PAGES)
def test_page_fits_a_phone(context, address, name):
    with opened(context, address, name, NARROW) as page:
        assert_sound(page)
        assert page.evaluate(SIDEWAYS) == []
        keep_shot(page, f"{name}-390")
        page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
        settle(page)
        assert_sound(page)
        assert page.evaluate(SIDEWAYS) == []


def test_row_is_a_card_on_a_phone_and_keeps_the_change(context, address):
    with opened(context, address, "hands", NARROW) as page:
        cells = page.get_by_role("table").last.locator("tbody tr").first.locator("td")
        boxes = [cell.bounding_box() for cell in cells.all()]
        change = cells.nth(1)
        assert boxes[0]["y"] < boxes[1]["y"] < boxes[3]["y"]  # a line each
        assert max(box["x"] + box["width"] for box in boxes) <= NARROW[0]
        expect(change).to_be_visible()
        assert "now 1," in change.inner_text() or "now 9" in change.inner_text()
        label = "getComputedStyle(e.querySelector('p'), '::before').content"
        assert change.evaluate(f"e => {label}") == '"Change "'


def test_row_is_a_row_on_a_wide_page(context, address):
    with opened(context, address, "hands") as page:
        cells = page.get_by_role("table").last.locator("tbody tr").first.locator("td")
        tops = {cell.bounding_box()["y"] for cell in cells.all()}
        assert len(tops) == 1


def test_filters_unfold_on_a_phone_and_say_how_many_are_used(context, address):
    with opened(context, address, "hands", NARROW) as page:
        partner = page.get_by_role("combobox", name="Partner")
        expect(partner).not_to_be_visible()
        page.get_by_text("Filters", exact=True).click()
        expect(partner).to_be_visible()
        partner.click()
        page.get_by_role("option").nth(1).click()
        expect(page.get_by_text("Filters (1)")).to_be_visible()


def test_page_is_drawn_dark_where_the_browser_is(browser, address):
    dark = browser.new_context(color_scheme="dark")
    with opened(dark, address, "progress") as page:
        color = page.evaluate(
            "getComputedStyle(document.querySelector('[data-testid=stApp]'))"
            ".backgroundColor"
        )
        keep_shot(page, "progress-1280-dark")
    dark.close()

    assert color == "rgb(14, 17, 23)"  # #0E1117


@pytest.fixture
def most_active(demo_home: Path) -> dict[str, object]:
    """The person whose page opens first, as the snapshot has them."""
    with open_snapshot(demo_home / "published" / build_file(demo_home)) as con:
        return (
            con.sql(
                "select players.name, player_ratings.* exclude (level), level "
                "from player_ratings inner join players using (player_id) "
                "where player_id = (select player_id from hand_seats "
                "where player_id is not null group by player_id "
                "order by count(*) desc, (select lower(name) from players as p "
                "where p.player_id = hand_seats.player_id) limit 1) "
                "and ladder = 'coastal/live'"
            )
            .to_df()
            .to_dict("records")[0]
        )


def build_file(home: Path) -> str:
    return (home / "published" / "CURRENT").read_text().strip() + ".duckdb"


@pytest.fixture(scope="module")
def own_page(context, address) -> Iterator[Page]:
    """My progress of the most active person, opened once for those who only read."""
    with opened(context, address, "progress") as page:
        yield page


def test_numbers_of_a_known_player_are_on_the_page(own_page, most_active):
    rating, change = most_active["rating"], most_active["last_change"]

    tiles = own_page.get_by_test_id("stMetric").all_inner_texts()

    assert most_active["level"] in tiles[0]
    assert f"\n{shown(rating)}\n" in f"{tiles[1]}\n"
    assert shown_step(rating - change, rating) in tiles[1]
    assert f"\n{shown(most_active['form'])}\n" in f"{tiles[2]}\n"
    assert f"\n{most_active['rated_hands']}\n" in f"{tiles[3]}\n"


def test_bars_to_the_next_level_have_their_values(own_page):
    bars = own_page.get_by_role("progressbar").all()
    values = [float(bar.get_attribute("aria-valuenow") or "nan") for bar in bars]

    assert len(values) in {1, 2, 3}
    assert all(0.0 <= value <= 100.0 for value in values)


def test_chart_has_its_table(own_page):
    chart = own_page.get_by_test_id("stVegaLiteChart").first
    expect(chart.locator("canvas, svg").first).to_be_visible()

    fold = own_page.get_by_test_id("stExpander").filter(has_text="Show as table").first
    fold.get_by_text("Show as table").click()

    expect(fold.get_by_role("columnheader").first).to_be_visible()


def test_other_eyes_see_their_own_page(own_page):
    first = own_page.get_by_text("only you see this page").inner_text()

    own_page.get_by_role("combobox", name="Look through the eyes of").click()
    name = own_page.get_by_role("option").nth(2).inner_text()
    if first.startswith(name):
        name = own_page.get_by_role("option").nth(3).inner_text()
    own_page.get_by_role("option", name=name, exact=True).first.click()

    expect(own_page.get_by_text(f"{name} · only you see this page")).to_be_visible()


def test_draft_is_replayed_and_says_who_would_move(context, address):
    with opened(context, address, "lab") as page:
        page.get_by_label("Step 1: K-factor").fill("60")
        page.get_by_role("button", name="Replay").click()
        expect(page.get_by_text("Levels now and then")).to_be_visible()
        settle(page)
        assert_sound(page)
        keep_shot(page, "lab-replayed-1280")


def test_query_runs_and_every_row_is_in_the_file(context, address, tmp_path):
    with opened(context, address, "sql") as page:
        page.get_by_label("Query").fill("select range as n from range(2500)")
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_text("1,000 of 2,500 rows")).to_be_visible()
        settle(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="CSV, 2,500 rows").click()
        file = tmp_path / "result.csv"
        download.value.save_as(file)
        assert "q=select" in page.url
        keep_shot(page, "sql-result-1280")

    assert len(pl.read_csv(file)) == 2_500


def test_refused_query_is_a_sentence(context, address):
    with opened(context, address, "sql") as page:
        page.get_by_label("Query").fill("drop table hands")
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_test_id("stAlertContentError")).to_have_count(1)
        expect(page.get_by_text("Traceback")).to_have_count(0)


def test_query_of_a_link_is_in_the_editor(context, address):
    with opened(context, address, "sql") as page:
        page.goto(f"{address}/sql?q=select+42")
        page.get_by_role("button", name="Look as analyst").click()
        settle(page)
        expect(page.get_by_label("Query")).to_have_value("select 42")


def test_zone_and_start_of_the_day_stay_when_the_page_changes(context, address):
    with opened(context, address, "hands") as page:
        at_first = page.get_by_text("times in Europe/Paris, a day starts at 00:00")
        expect(at_first).to_be_visible()
        page.get_by_text("Time zone and days").click()
        page.wait_for_timeout(500)  # until it is unfolded
        page.get_by_role("combobox", name="My day starts at").fill("05")
        page.get_by_role("option", name="05:00").click()
        page.get_by_role("combobox", name="Time zone").fill("Berlin")
        page.get_by_role("option", name="Europe/Berlin").click()
        settle(page)
        page.get_by_role("link", name="Statistics").click()
        chosen = page.get_by_text("times in Europe/Berlin, a day starts at 05:00")
        expect(chosen).to_be_visible()
        settle(page)
        link = page.url
        page.goto("about:blank")
        page.goto(link)
        expect(chosen).to_be_visible()
        settle(page)
        assert "day_start=05" in page.url
