"""The lab's sweep says which values are as good as the best, and loads one of them."""

import pytest

from tests.dashboards.page_content import sent_bytes


@pytest.fixture
def lab(open_page, demo_home):
    app = open_page(demo_home, "lab", "operator")
    return app.segmented_control[0].set_value("Sweep").run()


def box(app, label):
    return next(x for x in app.number_input if x.label == label)


def chosen(app, label):
    return next(x for x in app.selectbox if x.label == label)


def press(app, label):
    return next(b for b in app.button if b.label == label).click().run()


def test_nothing_is_swept_before_a_range_is_sent(lab):
    assert not lab.exception
    assert [tab.value for tab in lab.table] == []
    assert any("Choose a key and a range" in info.value for info in lab.info)


def test_sweep_shows_verdict_table_and_where_it_comes_from(lab):
    box(lab, "Values, change.k[0].k").set_value(4)
    app = press(lab, "Sweep")

    assert not app.error
    assert any("cannot be told from the best" in info.value for info in app.info)
    rows = app.table[-1].value
    assert set(rows["change.k[0].k"]) == {"12", "24", "36", "48"}
    assert any("blocks of games" in c.value for c in app.caption)
    assert any("build" in c.value for c in app.caption)


def test_second_key_is_combined_with_the_first(lab):
    app = chosen(lab, "Second key").set_value("Form span, hands").run()
    box(app, "Values, change.k[0].k").set_value(2)
    box(app, "Values, form.span").set_value(3)
    app = press(app, "Sweep")

    assert not app.error
    assert len(app.table[-1].value) == 2 * 3 + 1
    assert {"change.k[0].k", "form.span"} <= set(app.table[-1].value.columns)


def test_row_becomes_the_draft_and_is_replayed(lab):
    box(lab, "From, change.k[0].k").set_value(30.0)
    box(lab, "To, change.k[0].k").set_value(60.0)
    box(lab, "Values, change.k[0].k").set_value(2)
    app = press(lab, "Sweep")
    rows = app.table[-1].value
    wanted = next(i for i, k in enumerate(rows["change.k[0].k"]) if k == "60") + 1

    app = chosen(app, "Row for the draft").set_value(wanted).run()
    app = press(app, "Load into the draft")

    assert not app.error
    assert not app.exception
    assert app.table[0].value.to_numpy().tolist() == [["change.k[0].k", "24", "60"]]
    assert box(app, "Step 1: K-factor").value == 60.0


def test_range_that_no_configuration_may_have_is_a_sentence(lab):
    box(lab, "From, change.k[0].k").set_value(-1.0)
    app = press(lab, "Sweep")

    (error,) = app.error
    assert error.value.startswith("This range is refused: change.k[0].k: found -1")
    assert b"Traceback" not in sent_bytes(app)


def test_margins_are_compared_by_who_won(lab):
    app = chosen(lab, "Key").set_value("Margin scale, coastal").run()
    box(app, "Values, change.margin_scale.coastal").set_value(2)
    app = press(app, "Sweep")

    assert not app.error
    assert "Win log loss" in app.table[-1].value.columns
