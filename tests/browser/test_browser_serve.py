"""`coastal serve`: the first link may be a deep one, a taken port is stated."""

import socket
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, free_port, served

COMMAND = [sys.executable, "-m", "coastal"]

pytestmark = pytest.mark.browser


def test_first_address_may_be_a_page_on_an_empty_home(browser, tmp_path):
    with served(tmp_path / "empty") as (address, server):
        page = browser.new_page()
        page.goto(f"{address}/lab")
        expect(page.get_by_text("Nothing is published yet")).to_be_visible(
            timeout=60_000
        )
        # The sidebar is the app's own, so the entry was run.
        expect(page.get_by_role("link", name="My progress")).to_have_count(1)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        page.close()

    assert server.returncode == 0  # Ctrl-C is the ordinary end


def test_taken_port_is_stated_and_the_next_one_used(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_port()))
        taken.listen()
        port = taken.getsockname()[1]
        server = subprocess.Popen(
            [*COMMAND, "--home", str(tmp_path), "serve", "--port", str(port)],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        first = server.stderr.readline()
        second = server.stderr.readline()
        server.terminate()
        server.communicate(timeout=20)

    assert f"port {port} is taken" in first
    assert "dashboards: http://127.0.0.1:" in second
    assert f":{port} " not in second
