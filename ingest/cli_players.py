"""The verb `players`: what is held about one person, given out or forgotten."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ingest.forget import Forgetting, forget, preview
from ingest.person_export import export_person
from ingest.terminal import Settings, print_fields, print_json, print_talk
from ingest.warehouse import Refresh

PlayerArgument = Annotated[
    str, typer.Argument(help="A player's id, not the name.", metavar="ID")
]
Json = Annotated[
    bool, typer.Option("--json", help="Print the summary as one JSON object.")
]


def add_player_commands(app: typer.Typer, refresh: Refresh) -> None:
    """Add `players` with its verbs; `refresh` rates what is not rated yet."""
    group = typer.Typer(
        help="What is held about one person: export it, forget it.",
        no_args_is_help=True,
    )
    app.add_typer(group, name="players")
    _add_export(group)
    _add_forget(group, refresh)


def _add_export(group: typer.Typer) -> None:
    @group.command("export")
    def export_command(
        context: typer.Context,
        player_id: PlayerArgument,
        to: Annotated[Path, typer.Option(help="Folder to write to.")],
        json: Json = False,
    ) -> None:
        """Write everything held about a player: JSON, CSV and a data dictionary.

        Example:

            coastal players export p017 --to p017-data/
        """
        settings: Settings = context.obj
        done = export_person(settings.home, player_id, to)
        if json:
            print_json(done.summary())
        else:
            print_fields(done.summary())


def _add_forget(group: typer.Typer, refresh: Refresh) -> None:
    @group.command("forget")
    def forget_command(
        context: typer.Context,
        player_id: PlayerArgument,
        yes: Annotated[
            bool, typer.Option("--yes", help="Do it; else only the counts are shown.")
        ] = False,
        wait: Annotated[
            float, typer.Option(help="Seconds to wait for another writer.")
        ] = 0.0,
        json: Json = False,
    ) -> None:
        """Replace a player's id and name by a random id wherever they are held.

        Without --yes nothing is changed. Nobody else's Rating changes, and the
        player's own goes on under the new id.

        Example:

            coastal players forget p017 --yes
        """
        settings: Settings = context.obj
        now = datetime.now(UTC)
        if yes:
            done = forget(settings.home, player_id, now, wait, refresh)
        else:
            done = preview(settings.home, player_id, now, wait)
        if json:
            left = [file._asdict() for file in done.left]
            print_json({**done.summary(), "left": left})
        else:
            print_fields(done.summary())
        _say_what_is_left(done)


def _say_what_is_left(done: Forgetting) -> None:
    if done.new_id is None:
        print_talk("nothing was changed: say --yes to forget this player")
    for file in done.left:
        print_talk(
            f"{file.path} stays as it is, for {file.why}; change or delete it yourself"
        )
