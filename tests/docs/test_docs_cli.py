"""Every verb has help with a working example, and the pages of docs/ are current."""

import pytest

from coastal import PARTS, all_verbs
from docs.generate import DOCS, PAGES, _verbs

VERBS = dict(_verbs(all_verbs(), ""))
CONTRACT = {
    "demo", "play", "ingest", "verify", "score", "replay", "explain", "tune",
    "config list", "config show", "config diff", "config try", "config publish",
    "config revert",
    "sql", "export", "serve", "rebuild", "status",
}  # fmt: skip


def test_every_verb_of_the_contract_exists():
    assert set(VERBS) >= CONTRACT


@pytest.mark.parametrize("name", VERBS)
def test_verb_has_help_with_an_example(name):
    text = VERBS[name].help or ""

    assert f"coastal {name}" in text or "coastal --home" in text


@pytest.mark.parametrize("name", PAGES)
def test_generated_page_is_current(name):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()


def test_verbs_are_listed_with_the_first_line_of_their_own_help():
    listed = {name: line for verbs in PARTS.values() for name, line in verbs.items()}
    own = {
        name: (command.help or "").strip().splitlines()[0]
        for name, command in all_verbs().commands.items()
    }

    assert {"play", "score"} | listed.keys() == own.keys()
    assert {name: own[name] for name in listed} == listed
