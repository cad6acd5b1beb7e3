"""Serve the dashboards on this machine until Ctrl-C."""

import gc
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from dashboards.failures import report_error
from engine.errors import CoastalError
from ingest.home import HOME_VARIABLE, Home
from ingest.terminal import print_talk

APP = Path(__file__).parent / "app.py"
N_PORTS_TRIED = 50
COLORS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#767676"]


class ServeError(CoastalError, OSError):
    """The dashboards cannot listen at this address."""

    exit_status = 1


def serve(home: Home, *, address: str, port: int) -> None:
    """Serve the dashboards of `home`; returns after Ctrl-C or SIGTERM.

    Raises
    ------
    ServeError
        If the address is not this machine's or no port near `port` is free.
    """
    free = free_port(address, port)
    if free != port:
        print_talk(f"port {port} is taken, so the dashboards listen on {free}")
    os.environ[HOME_VARIABLE] = str(home.path)
    # Else a `pages` folder beside the entry means the older kind of app, in which
    # a link to a page would run that page without the entry.
    PagesManager.uses_pages_directory = False
    app = st.App(APP, lifespan=_freeze_modules, on_script_error=report_error)
    print_talk(f"dashboards: http://{_shown_address(address)}:{free} (Ctrl-C ends)")
    arguments, sys.argv = sys.argv, [str(APP)]  # Streamlit looks for settings there
    try:
        with suppress(KeyboardInterrupt):  # the server has ended by then
            app.run(config=settings(address, free))
    finally:
        sys.argv = arguments


def settings(address: str, port: int) -> dict[str, object]:
    """Streamlit's settings: quiet, offline, fast, in the colours of this house."""
    return {
        "server.address": address,
        "server.port": port,
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.enableAgentApi": False,
        "browser.gatherUsageStats": False,
        "browser.serverAddress": _shown_address(address),
        "client.toolbarMode": "viewer",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        # A full collection after every run costs more than most pages.
        "runner.postScriptGC": False,
        "logger.level": "warning",
        "logger.hideWelcomeMessage": True,
        "theme.light.primaryColor": "#0072B2",
        "theme.light.secondaryBackgroundColor": "#F1F5F9",
        "theme.dark.primaryColor": "#3D9BD1",
        "theme.dark.backgroundColor": "#0E1117",
        "theme.dark.secondaryBackgroundColor": "#1A202C",
        "theme.chartCategoricalColors": COLORS,
        "theme.metricValueFontSize": "1.6rem",
        # Parts of a page are of the second rank, and smaller than that is drawn.
        "theme.headingFontSizes": ["2.75rem", "1.75rem"],
    }


def free_port(address: str, port: int) -> int:
    """`port` if it is free, else the next free one after it."""
    for candidate in range(port, min(port + N_PORTS_TRIED, 65_536)):
        if _is_free(address, candidate):
            return candidate
    raise ServeError(
        f"no free port from {port} on at {address}: end another server or choose "
        "another --port"
    )


def _is_free(address: str, port: int) -> bool:
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM
        )[0]
    except OSError as error:
        raise ServeError(
            f"{address} is not an address of this machine ({error.strerror}): "
            "choose another --address"
        ) from error
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except PermissionError as error:
            raise ServeError(
                f"port {port} needs more rights than this process has: choose a "
                "--port above 1023"
            ) from error
        except OSError as error:
            if error.errno == 99:  # EADDRNOTAVAIL
                raise ServeError(
                    f"{address} is not an address of this machine: choose another "
                    "--address"
                ) from error
            return False
    return True


def _shown_address(address: str) -> str:
    return "localhost" if address in {"0.0.0.0", "::", ""} else address  # noqa: S104


@asynccontextmanager
async def _freeze_modules(_app: st.App) -> AsyncIterator[None]:
    """Keep the imported libraries out of every later garbage collection."""
    gc.collect()
    gc.freeze()
    yield
