"""The SQL page: rows on the screen, every row in the files, sentences for errors."""

import io

import polars as pl
import pytest

from dashboards.data import workbench
from dashboards.data.snapshot import current_snapshot
from dashboards.query_examples import EXAMPLES
from tests.dashboards.page_content import sent_bytes


def run(app, sql):
    app.text_area[0].set_value(sql)
    return next(b for b in app.button if b.label == "Run").click().run()


@pytest.fixture
def page(open_page, demo_home):
    return open_page(demo_home, "sql", "analyst")


@pytest.fixture
def snapshot(demo_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(demo_home))
    return current_snapshot()


def test_screen_says_how_many_rows_of_how_many(page):
    app = run(page, "select * from range(48213)")

    assert any("**1,000 of 48,213 rows**" in m.value for m in app.markdown)
    assert len(app.dataframe[0].value) == 1_000


@pytest.mark.parametrize("is_full", [False, True])
def test_files_hold_every_row(snapshot, is_full):
    sql = "select range as n from range(48213)"

    csv = workbench.csv_of(snapshot, sql, is_full=is_full)
    parquet = workbench.parquet_of(snapshot, sql, is_full=is_full)

    assert len(pl.read_csv(io.BytesIO(csv))) == 48_213
    assert len(pl.read_parquet(io.BytesIO(parquet))) == 48_213


@pytest.mark.parametrize(
    "sql",
    [
        "select nothing_like_this from hands",
        "drop table hands",
        "select * from read_text('/etc/passwd')",
        "select 1; select 2",
        "",
    ],
)
def test_refused_query_is_one_sentence(page, sql):
    app = run(page, sql)

    (error,) = app.error
    assert error.value.startswith("This part cannot be shown: ")
    assert b"Traceback" not in sent_bytes(app)
    assert not app.exception


def test_error_replaces_the_result_of_the_query_before(page):
    run(page, "select 1 as one")

    app = run(page, "select nothing_like_this from hands")

    assert not app.dataframe


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs_on_both_snapshots(snapshot, name):
    analyst = workbench.run(snapshot, EXAMPLES[name], is_full=False)
    full = workbench.run(snapshot, EXAMPLES[name], is_full=True)

    assert analyst.n_rows == full.n_rows
    assert analyst.columns == full.columns


def test_chosen_example_is_put_into_the_editor(page):
    page.selectbox(key="example").select("Canastas by kind").run()

    assert page.text_area[0].value == EXAMPLES["Canastas by kind"]


def test_schema_beside_the_editor_says_what_every_column_means(snapshot):
    for is_full in (False, True):
        relations = workbench.relations(snapshot, is_full=is_full)

        assert relations
        assert all(relation.comment for relation in relations)
        assert all(c.comment for relation in relations for c in relation.columns)


def test_analyst_is_offered_no_names(page, snapshot):
    names = [r.name for r in workbench.relations(snapshot, is_full=False)]

    assert "players" not in names
    assert b"Full, with names" not in sent_bytes(page)


def test_query_in_the_address_is_put_into_the_editor(monkeypatch, demo_home):
    from streamlit.testing.v1 import AppTest

    from tests.dashboards.conftest import APP

    monkeypatch.setenv("COASTAL_HOME", str(demo_home))
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.session_state["eyes"] = "analyst"
    app.run()
    app.query_params["q"] = "select 42"
    app.switch_page("pages/sql.py").run()

    assert app.text_area[0].value == "select 42"
