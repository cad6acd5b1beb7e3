"""The verbs `config publish` and `config revert`: another version goes live."""

import getpass
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ingest.publish import publish
from ingest.terminal import (
    Settings,
    print_error,
    print_fields,
    print_json,
    print_talk,
)
from ingest.warehouse import open_warehouse
from rating.config_file import read_config
from rating.refresh import adopt, rate, revert
from rating.store import ConfigVersion, Connection

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Reason = Annotated[str, typer.Option(help="Why it changes, in your words.")]
File = Annotated[
    Path,
    typer.Argument(help="A rating.toml.", metavar="FILE", exists=True, dir_okay=False),
]
Number = Annotated[int, typer.Argument(help="Number of a version.", metavar="NUMBER")]


def add_publish(group: typer.Typer) -> None:
    """Add the verb `publish`."""

    @group.command("publish")
    def publish_command(
        context: typer.Context,
        file: File,
        reason: Reason = "",
        recompute_history: Annotated[
            bool | None,
            typer.Option(
                "--recompute-history/--from-now-on",
                help="Rate every hand by it, or only those that end later. "
                "Asked in a terminal; else every hand.",
                show_default=False,
            ),
        ] = None,
        json: Json = False,
    ) -> None:
        """Make FILE the live version, rate by it and publish.

        Example:

            coastal config publish my-rating.toml --from-now-on
        """
        settings: Settings = context.obj
        config = read_config(file)
        if recompute_history is None:
            recompute_history = _wants_history_anew()
        with open_warehouse(settings.home, holder="coastal config") as con:
            version = adopt(
                con,
                settings.home,
                config,
                now=datetime.now(UTC),
                author=getpass.getuser(),
                reason=reason or f"from {file.name}",
                is_from_now_on=not recompute_history,
            )
            _rate_and_publish(settings, con, version, is_json=json)


def _wants_history_anew() -> bool:
    """Whether every hand is to be rated anew; asked where somebody can answer."""
    if not can_answer():
        return True
    question = "Recompute history? (no: it rates hands that end from now on)"
    return bool(typer.confirm(question, err=True))


def can_answer() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def add_revert(group: typer.Typer) -> None:
    """Add the verb `revert`."""

    @group.command("revert")
    def revert_command(
        context: typer.Context, number: Number, reason: Reason = "", json: Json = False
    ) -> None:
        """Go back to version NUMBER, as a new version, and rate as it rated.

        Every Rating becomes what it was under that version, to the last bit.

        Example:

            coastal config revert 1
        """
        settings: Settings = context.obj
        with open_warehouse(settings.home, holder="coastal config") as con:
            version = revert(
                con,
                settings.home,
                number,
                now=datetime.now(UTC),
                author=getpass.getuser(),
                reason=reason or f"back to {number}",
            )
            _rate_and_publish(settings, con, version, is_json=json)


def _rate_and_publish(
    settings: Settings, con: Connection, version: ConfigVersion, *, is_json: bool
) -> None:
    """Rate under the live version, publish and print the summary."""
    try:
        summary = rate(con, version, datetime.now(UTC)).fields()
        build = publish(settings.home, con, datetime.now(UTC))
    except KeyboardInterrupt:
        print_error(
            f"version {version.config_id} is stored and live, but not every hand is "
            "rated under it yet; `coastal replay` finishes that"
        )
        raise
    summary["applies_from"] = iso(version.applies_from)
    print_talk(f"published {build}")
    if is_json:
        print_json(summary)
    else:
        print_fields(summary)


def iso(instant: datetime | None) -> str | None:
    """An instant as text, to the microsecond: it decides which hands count."""
    return instant.astimezone(UTC).isoformat() if instant else None
