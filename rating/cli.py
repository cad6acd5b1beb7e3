"""The verbs of the Rating: replay, explain and config."""

import getpass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from engine.errors import UsageError
from ingest.publish import publish
from ingest.snapshot import open_snapshot
from ingest.terminal import Settings, print_fields, print_json, print_talk
from ingest.warehouse import open_warehouse
from rating.check import check_stored
from rating.cli_config import add_config_commands
from rating.cli_simulate import add_simulate_command
from rating.cli_tune import add_tune_command
from rating.config_file import read_config
from rating.explain import explain
from rating.refresh import (
    adopt,
    check_ladder,
    ensure_live_version,
    rate,
)
from rating.store import (
    read_change,
)

Json = Annotated[
    bool, typer.Option("--json", help="Print the summary as one JSON object.")
]


def add_commands(app: typer.Typer) -> None:
    """Add this package's verbs."""
    _add_replay(app)
    _add_explain(app)
    add_tune_command(app)
    add_config_commands(app)
    add_simulate_command(app)


def now() -> datetime:
    """The time, in UTC; only the command line reads the clock."""
    return datetime.now(UTC)


def _add_replay(app: typer.Typer) -> None:
    @app.command("replay")
    def replay_command(
        context: typer.Context,
        config: Annotated[
            Path | None,
            typer.Option(
                help="Make this file the live configuration first.",
                exists=True,
                dir_okay=False,
            ),
        ] = None,
        ladder: Annotated[
            str | None, typer.Option(help="One ladder only, e.g. coastal/live.")
        ] = None,
        check: Annotated[
            bool,
            typer.Option(
                "--check",
                help="Compare what is stored, bit for bit; write nothing.",
            ),
        ] = False,
        no_publish: Annotated[
            bool, typer.Option("--no-publish", help="Leave the snapshot as it is.")
        ] = False,
        reason: Annotated[
            str, typer.Option(help="Why the configuration changes.")
        ] = "replay --config",
        wait: Annotated[
            float, typer.Option(help="Seconds to wait for another writer.")
        ] = 0.0,
        json: Json = False,
    ) -> None:
        """Rate every hand from the first on, and publish.

        Example:

            coastal replay --check
        """
        settings: Settings = context.obj
        _refuse_misuse(config, ladder, is_check=check)
        # Read before anything is opened: a bad file must change nothing.
        wanted = read_config(config) if config else None
        with open_warehouse(settings.home, wait_s=wait, holder="coastal replay") as con:
            if check:
                summary = check_stored(con, ladder)
            else:
                version = (
                    adopt(
                        con,
                        settings.home,
                        wanted,
                        now=now(),
                        author=getpass.getuser(),
                        reason=reason,
                    )
                    if wanted
                    else ensure_live_version(con, settings.home, now())
                )
                if ladder is not None:  # the others follow a new version too
                    rate(con, version, now())
                done = rate(con, version, now(), ladder=ladder, is_forced=True)
                summary = done.fields()
                if not no_publish:
                    print_talk(f"published {publish(settings.home, con, now())}")
        if json:
            print_json(summary)
        else:
            print_fields(summary)


def _refuse_misuse(config: Path | None, ladder: str | None, *, is_check: bool) -> None:
    """Refuse options of replay that contradict each other."""
    if is_check and config is not None:
        raise UsageError(
            "--check compares with the live configuration: leave out --config; to "
            "look at another one use `coastal config try FILE`"
        )
    if config is not None and ladder is not None:
        raise UsageError(
            "a configuration holds for every ladder: use --config or --ladder"
        )
    check_ladder(ladder)


def _add_explain(app: typer.Typer) -> None:
    @app.command("explain")
    def explain_command(
        context: typer.Context,
        hand: Annotated[str, typer.Argument(help="hand_id of the hand.")],
        player: Annotated[str, typer.Argument(help="player_id of the player.")],
        json: Json = False,
    ) -> None:
        """Say why this player's Rating moved in this hand.

        Example:

            coastal explain g0001-3 p042
        """
        settings: Settings = context.obj
        con = open_snapshot(settings.home)
        try:
            explanation = explain(read_change(con, hand, player))
        finally:
            con.close()
        if json:
            print_json(
                {
                    "headline": explanation.headline,
                    "words": explanation.words,
                    **explanation.numbers,
                }
            )
            return
        typer.echo(explanation.headline)
        for sentence in explanation.words:
            typer.echo(f"- {sentence}")
