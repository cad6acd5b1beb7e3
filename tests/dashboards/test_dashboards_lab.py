"""The K-factor lab replays a draft, names who would move, and writes nothing."""

import pytest

from tests.dashboards.page_content import sent_bytes


@pytest.fixture
def lab(open_page, demo_home):
    return open_page(demo_home, "lab", "operator")


def field(app, label):
    return next(box for box in app.number_input if box.label == label)


def replay(app):
    return next(b for b in app.button if b.label == "Replay").click().run()


def test_lab_shows_the_live_numbers_first(lab):
    steps = [field(lab, f"Step {n}: K-factor").value for n in (1, 2, 3)]

    assert steps == [24.0, 16.0, 10.0]
    assert field(lab, "Margin scale, coastal").value == 900.0
    assert field(lab, "Form span, hands").value == 30


def test_live_configuration_against_itself_differs_in_nothing(lab):
    app = replay(lab)

    assert any("equals the live configuration" in c.value for c in app.caption)
    assert any("No detectable difference" in i.value for i in app.info)
    assert [tile.value for tile in app.metric[:2]] == ["0", "0"]


def test_draft_shows_only_what_differs_and_writes_nothing(lab, demo_home):
    before = {p: p.stat().st_mtime_ns for p in demo_home.rglob("*") if p.is_file()}

    field(lab, "Step 1: K-factor").set_value(60.0)
    app = replay(lab)

    assert not app.error
    assert app.table[0].value.to_numpy().tolist() == [["change.k[0].k", "24", "60"]]
    assert before == {
        p: p.stat().st_mtime_ns for p in demo_home.rglob("*") if p.is_file()
    }


def test_refused_draft_is_a_sentence(lab):
    field(lab, "Step 2: from rated hand").set_value(200)  # after the third step

    app = replay(lab)

    (error,) = app.error
    assert error.value.startswith("This draft is refused: ")
    assert b"Traceback" not in sent_bytes(app)


def test_same_draft_on_the_same_build_is_replayed_once(
    open_page, demo_home, monkeypatch
):
    from rating import lab as rating_lab

    calls = []
    original = rating_lab.try_config

    def counted(*args, **kwargs):
        calls.append(kwargs)
        return original(*args, **kwargs)

    monkeypatch.setattr("dashboards.data.lab.try_config", counted)
    for _ in range(2):
        app = open_page(demo_home, "lab", "operator")
        field(app, "Step 1: K-factor").set_value(33.0)
        replay(app)

    assert len(calls) == 1


def test_every_metric_stands_on_the_page_with_hands_and_build(lab):
    from rating.metrics_list import METRICS

    field(lab, "Step 1: K-factor").set_value(48.0)
    app = replay(lab)

    shown = [str(label) for t in app.table for label in t.value.iloc[:, 0]]
    for metric in METRICS:
        label = metric.label[0].upper() + metric.label[1:]
        assert sum(line.partition(", ")[0] == label for line in shown) == 1, label
    captions = " ".join(c.value for c in app.caption)
    assert captions.count("hands of coastal/live, build ") >= 2
    assert "players" in captions
    assert not app.exception


def test_other_margin_scale_is_judged_by_the_wins(lab):
    field(lab, "Margin scale, coastal").set_value(2_000.0)
    app = replay(lab)

    assert any("log loss of the win" in i.value for i in app.info)
    assert any("measured differently" in c.value for c in app.caption)


def test_level_can_be_chosen_and_has_its_curve(lab):
    app = replay(lab)

    box = next(b for b in app.selectbox if b.label == "Level")
    app = box.set_value("Intermediate").run()

    assert any("have reached Intermediate after" in c.value for c in app.caption)
