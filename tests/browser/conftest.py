"""A real server on the loopback and a real headless Chromium."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
START_S = 60.0  # for a server on a busy machine
expect.set_options(timeout=60_000)  # ms, for a page on a busy machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(home: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`coastal serve` of a home; stopped by Ctrl-C at the end of the block."""
    port = free_port()
    command = [sys.executable, "-m", "coastal", "--home", str(home), "serve"]
    server = subprocess.Popen(
        [*command, "--port", str(port)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/_stcore/health", server)
        yield address, server
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGINT)
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
        if server.stderr:
            server.stderr.close()


def wait_for(url: str, server: subprocess.Popen[str]) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        if server.poll() is not None:
            pytest.fail(f"the server ended with status {server.returncode}")
        with suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
            if answer.status == 200:
                return
        time.sleep(0.1)
    pytest.fail(f"no answer from {url} in {START_S:.0f} s")


@pytest.fixture(scope="session")
def address(demo_home: Path) -> Iterator[str]:
    with served(demo_home) as (url, _server):
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = next((path for name in NAMES if (path := shutil.which(name))), None)
        own = Path(playwright.chromium.executable_path)
        if found is None and not own.exists():
            if os.environ.get("CI"):
                pytest.fail("no Chromium on this machine")
            pytest.skip("no Chromium on this machine")
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One profile for all pages, so that the app's own files are fetched once."""
    profile = browser.new_context(timezone_id="Europe/Paris", accept_downloads=True)
    profile.set_default_timeout(60_000)
    yield profile
    profile.close()
