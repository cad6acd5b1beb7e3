"""The page of a hand in a real browser: keys, links and a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_browser_pages import assert_sound, keep_shot, opened, settle

pytestmark = pytest.mark.browser

PHONE = (390, 844)


def place(page) -> int:
    """The step that the page shows."""
    text = page.get_by_text(re.compile(r"^Turn \d+, move")).inner_text()
    return int(re.match(r"Turn \d+, move (\d+)", text)[1])


@pytest.mark.parametrize("size", [(1280, 900), PHONE], ids=["wide", "phone"])
def test_keys_step_through_the_play(context, address, size):
    with opened(context, address, "hand", size) as page:
        assert place(page) == 0
        for key, step in (("Right", 1), ("Right", 2), ("Left", 1)):
            page.keyboard.press(f"Arrow{key}")
            expect(page.get_by_text(f", move {step} of")).to_be_visible()
        page.keyboard.press("Shift+ArrowRight")  # to the end of a turn
        settle(page)
        end_of_turn = place(page)
        page.keyboard.press("Shift+ArrowLeft")
        settle(page)
        before = place(page)
        assert f"move={before}" in page.url
        assert_sound(page)
        keep_shot(page, f"hand-stepped-{size[0]}")

    assert before < end_of_turn


def test_arrow_key_on_the_slider_steps_once(context, address):
    with opened(context, address, "hand") as page:
        page.get_by_role("slider", name="Move").focus()
        page.keyboard.press("ArrowRight")
        settle(page)

        assert place(page) == 1


def test_button_opens_the_hand_and_its_link_opens_it_again(context, address):
    with opened(context, address, "progress") as page:
        page.get_by_role("button", name="Open this hand").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand")
        settle(page)
        link = f"{page.url}&move=3"
        head = page.get_by_text(re.compile(r"id \S+$")).inner_text()
        page.goto(link)
        settle(page)

        assert "hand=" in link
        assert place(page) == 3
        assert page.get_by_text(re.compile(r"id \S+$")).inner_text() == head


def test_back_returns_to_the_hand_before(context, address):
    with opened(context, address, "hand") as page:
        page.get_by_role("button", name="My previous hand").click()
        settle(page)
        first = page.get_by_text(re.compile(r"id \S+$")).inner_text()
        page.get_by_role("button", name="My previous hand").click()
        settle(page)
        second = page.get_by_text(re.compile(r"id \S+$")).inner_text()
        page.go_back()
        settle(page)
        again = page.get_by_text(re.compile(r"id \S+$")).inner_text()

    assert second != first
    assert again == first


def test_back_returns_to_the_step_before(context, address):
    with opened(context, address, "hand") as page:
        for step in (1, 2):
            page.keyboard.press("ArrowRight")
            expect(page.get_by_text(f", move {step} of")).to_be_visible()
        page.go_back()
        settle(page)

        assert "move=1" in page.url
        assert place(page) == 1
