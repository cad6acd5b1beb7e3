"""My progress in a real browser: another margin moves the what-if."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_browser_pages import assert_sound, keep_shot, opened, settle

pytestmark = pytest.mark.browser


def test_lost_hand_turns_the_what_if_round(context, address):
    with opened(context, address, "progress") as page:
        expect(page.get_by_role("heading", name="What if?")).to_be_visible()
        margin = page.get_by_label("Margin", exact=True)
        margin.fill("-3000")
        margin.press("Enter")
        expect(page.get_by_text("A loss by 3,000 points is an actual")).to_be_visible()
        settle(page)
        assert_sound(page)
        keep_shot(page, "progress-what-if-1280")
