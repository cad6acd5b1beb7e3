"""Serving: quiet and offline settings, a free port, sentences for wrong addresses."""

import socket

import pytest
from streamlit import config

from dashboards.serve import ServeError, free_port, settings


@pytest.fixture
def taken_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def test_port_that_is_taken_gives_way_to_the_next_free_one(taken_port):
    assert free_port("127.0.0.1", taken_port) > taken_port


def test_port_that_is_free_is_kept(taken_port):
    port = free_port("127.0.0.1", taken_port)

    assert free_port("127.0.0.1", port) == port


@pytest.mark.parametrize("address", ["192.0.2.1", "no.such.host.invalid"])
def test_address_of_another_machine_is_refused(address):
    with pytest.raises(ServeError, match="is not an address of this machine"):
        free_port(address, 8501)


def test_settings_are_known_to_streamlit():
    assert set(settings("127.0.0.1", 8501)) <= set(config._config_options_template)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("browser.gatherUsageStats", False),
        ("server.fileWatcherType", "none"),
        ("server.enableAgentApi", False),
        ("client.toolbarMode", "viewer"),
        ("client.showErrorDetails", "none"),
    ],
)
def test_nothing_is_sent_out_watched_or_shown_to_strangers(setting, value):
    assert settings("127.0.0.1", 8501)[setting] == value
