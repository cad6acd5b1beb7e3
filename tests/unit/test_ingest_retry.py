"""Refused lines that are tried again."""

from ingest.lines import Block
from ingest.pipeline import IngestOptions
from ingest.rebuild import rebuild
from ingest.retry import retry_quarantined
from ingest.warehouse import open_warehouse
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand, player


def retry(desk):
    options = IngestOptions(n_workers=1)
    with open_warehouse(desk.home) as con:
        run = retry_quarantined(con, desk.home, options, clock=desk.clock)
    summary = run.summary()
    return {key: n for key, n in summary.items() if n and key != "seconds"}


def read_with_an_older_program(desk, content, monkeypatch):
    """Read while the ruleset partnership is not known yet."""
    from engine.rulesets import UnknownRulesetError
    from ingest import soundness

    known = soundness.get_ruleset

    def older(name, options):
        if name == "partnership":
            raise UnknownRulesetError("no such ruleset yet")
        return known(name, options)

    monkeypatch.setattr(soundness, "get_ruleset", older)
    desk.read(content)
    monkeypatch.undo()


def test_line_that_is_sound_now_is_loaded_and_resolved(desk, monkeypatch):
    new = hand("h2", game_id="g2", ruleset="partnership")
    content = as_bytes(player(), "oops", new, hand("h1"))
    read_with_an_older_program(desk, content, monkeypatch)

    first, second = retry(desk), retry(desk)

    assert first == {"lines": 2, "loaded": 1, "quarantined": 1}
    assert second == {"lines": 1, "quarantined": 1}
    assert desk.rows("select hand_id, source_id, line_no from hands order by 1") == [
        ("h1", 1, 4),
        ("h2", 1, 3),
    ]
    assert desk.rows(
        "select line_no, code, resolved_at is null from quarantine order by 1"
    ) == [(2, "bad_json", True), (3, "unknown_ruleset", False)]
    assert desk.rows("select lines, loaded, quarantined from sources") == [(4, 3, 1)]


def test_line_whose_hand_came_otherwise_meanwhile_is_resolved(desk, monkeypatch):
    new = hand("h2", game_id="g2", ruleset="partnership")
    read_with_an_older_program(desk, as_bytes(new), monkeypatch)
    desk.read(as_bytes(new))

    assert retry(desk) == {"lines": 1, "duplicate": 1}
    assert desk.rows("select count(*) from quarantine where resolved_at is null") == [
        (0,)
    ]


def test_conflict_stays_in_quarantine(desk):
    desk.read(as_bytes(hand("h1"), hand("h1", hand_no=2)))

    assert retry(desk) == {"lines": 1, "conflict": 1}
    assert desk.rows("select count(*) from quarantine where resolved_at is null") == [
        (1,)
    ]


def test_rebuild_knows_what_was_resolved(desk, monkeypatch):
    new = hand("h2", game_id="g2", ruleset="partnership")
    read_with_an_older_program(desk, as_bytes(new, "oops"), monkeypatch)
    retry(desk)
    tables = ("hands", "quarantine", "sources", "raw_segments", "hand_contents")
    before = [desk.rows(f"from {name} order by all") for name in tables]

    rebuild(desk.home, NOW)

    assert [desk.rows(f"from {name} order by all") for name in tables] == before


def test_long_lines_are_tried_a_few_at_a_time(desk, monkeypatch):
    new = hand("h2", game_id="g2", ruleset="partnership")
    long = [
        {**new, "hand_id": f"h{n}", "hand_no": n, "note": "x" * 900_000}
        for n in range(1, 8)
    ]
    read_with_an_older_program(desk, as_bytes(*long), monkeypatch)
    seen = []
    monkeypatch.setattr(
        "ingest.retry.Block",
        lambda data, offset: seen.append(len(data)) or Block(data, offset),
    )

    assert retry(desk) == {"lines": 7, "loaded": 7}
    assert len(seen) == 4  # two lines of 900 kB each in 2 MiB
    assert max(seen) <= 2 << 20


def test_nothing_to_retry_is_no_fault(desk):
    assert retry(desk) == {}
