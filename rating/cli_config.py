"""The verb `config`: versions of the rating configuration."""

import difflib
import getpass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from engine.errors import UsageError
from ingest.publish import publish
from ingest.snapshot import NoSnapshotError, open_snapshot
from ingest.terminal import (
    Settings,
    print_fields,
    print_json,
    print_table,
    print_talk,
)
from ingest.warehouse import open_warehouse
from rating.cli_try import comparison_fields, print_comparison
from rating.config import RatingConfig
from rating.config_file import read_config
from rating.lab import try_config
from rating.refresh import adopt, check_ladder, rate
from rating.store import Connection, live_version, read_version, read_versions

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Reason = Annotated[str, typer.Option(help="Why it changes, in your words.")]
File = Annotated[
    Path,
    typer.Argument(help="A rating.toml.", metavar="FILE", exists=True, dir_okay=False),
]
Number = Annotated[int, typer.Argument(help="Number of a version.", metavar="NUMBER")]


def add_config_commands(app: typer.Typer) -> None:
    """Add `config` with its verbs."""
    group = typer.Typer(
        help="Versions of the rating configuration.", no_args_is_help=True
    )
    app.add_typer(group, name="config")
    _add_list(group)
    _add_show(group)
    _add_diff(group)
    _add_try(group)
    _add_publish(group)
    _add_revert(group)


def _now() -> datetime:
    return datetime.now(UTC)


def _add_list(group: typer.Typer) -> None:
    @group.command("list")
    def list_command(context: typer.Context, json: Json = False) -> None:
        """List every version, the live one marked.

        Example:

            coastal config list
        """
        settings: Settings = context.obj
        con = open_snapshot(settings.home)
        versions = read_versions(con)
        con.close()
        rows = [
            {
                "config_id": version.config_id,
                "created_at": version.created_at.isoformat(timespec="seconds"),
                "author": version.author,
                "reason": version.reason,
                "is_live": version.is_live,
                "parent_config_id": version.parent_config_id,
            }
            for version in versions
        ]
        if json:
            print_json({"versions": rows})
            return
        marked = [row | {"is_live": "live" if row["is_live"] else ""} for row in rows]
        columns = ("config_id", "created_at", "author", "reason", "is_live")
        print_table(columns, [[row[c] for c in columns] for row in marked])


def _add_show(group: typer.Typer) -> None:
    @group.command("show")
    def show_command(
        context: typer.Context,
        number: Annotated[
            int | None,
            typer.Argument(help="A version; else the live one.", metavar="NUMBER"),
        ] = None,
        json: Json = False,
    ) -> None:
        """Print a version as TOML; the default while nothing is published.

        Example:

            coastal config show 1 > rating.toml
        """
        settings: Settings = context.obj
        try:
            con = open_snapshot(settings.home)
        except NoSnapshotError:
            if number is not None:
                raise
            toml = RatingConfig().to_toml()
        else:
            toml = _toml(con, number)
            con.close()
        if json:
            print_json({"config_id": number, "toml": toml})
        else:
            typer.echo(toml, nl=False)


def _add_diff(group: typer.Typer) -> None:
    @group.command("diff")
    def diff_command(
        context: typer.Context,
        old: Annotated[str, typer.Argument(help="A version or a file.")],
        new: Annotated[
            str | None, typer.Argument(help="A version or a file; else the live one.")
        ] = None,
    ) -> None:
        """Print what differs between two versions or files.

        Example:

            coastal config diff 1 2
        """
        settings: Settings = context.obj
        con = open_snapshot(settings.home)
        try:
            before, after = _version_or_file(con, old), _version_or_file(con, new)
        finally:
            con.close()
        lines = difflib.unified_diff(
            before.splitlines(), after.splitlines(), old, new or "live", lineterm=""
        )
        for line in lines:
            typer.echo(line)


def _add_try(group: typer.Typer) -> None:
    @group.command("try")
    def try_command(
        context: typer.Context,
        file: File,
        ladder: Annotated[
            str | None, typer.Option(help="One ladder only, e.g. coastal/live.")
        ] = None,
        metrics: Annotated[
            Literal["main", "all"],
            typer.Option(help="The metrics that matter most, or all of them."),
        ] = "main",
        seed: Annotated[
            int, typer.Option(min=0, help="Draws the games behind the intervals.")
        ] = 1,
        json: Json = False,
    ) -> None:
        """Replay under FILE without publishing: who would move, and how well it fits.

        docs/metrics.md says what each metric means. Example:

            coastal config try my-rating.toml --metrics all
        """
        settings: Settings = context.obj
        check_ladder(ladder)
        config = read_config(file)
        con = open_snapshot(settings.home)
        try:
            comparison = try_config(con, config, ladder=ladder, seed=seed)
        finally:
            con.close()
        if json:
            print_json(comparison_fields(comparison))
        else:
            print_comparison(comparison, with_all_metrics=metrics == "all")


def _add_publish(group: typer.Typer) -> None:
    @group.command("publish")
    def publish_command(
        context: typer.Context, file: File, reason: Reason = "", json: Json = False
    ) -> None:
        """Make FILE the live version, replay every hand under it and publish.

        Example:

            coastal config publish my-rating.toml --reason "K 8 for veterans"
        """
        config = read_config(file)
        _go_live(context.obj, config, reason or f"from {file.name}", is_json=json)


def _add_revert(group: typer.Typer) -> None:
    @group.command("revert")
    def revert_command(
        context: typer.Context, number: Number, reason: Reason = "", json: Json = False
    ) -> None:
        """Go back to version NUMBER, as a new version, and replay every hand.

        Every Rating becomes what it was under that version, to the last bit.

        Example:

            coastal config revert 1
        """
        settings: Settings = context.obj
        with open_warehouse(settings.home, holder="coastal config") as con:
            config = read_version(con, number).config
        _go_live(settings, config, reason or f"back to {number}", is_json=json)


def _go_live(
    settings: Settings, config: RatingConfig, reason: str, *, is_json: bool
) -> None:
    """Make `config` the live version, rate, publish and print the summary."""
    with open_warehouse(settings.home, holder="coastal config") as con:
        version = adopt(
            con,
            settings.home,
            config,
            now=_now(),
            author=getpass.getuser(),
            reason=reason,
        )
        summary = rate(con, version, _now()).fields()
        print_talk(f"published {publish(settings.home, con, _now())}")
    if is_json:
        print_json(summary)
    else:
        print_fields(summary)


def _toml(con: Connection, number: int | None) -> str:
    """The text of a version; of the live one, or the default, without a number."""
    if number is not None:
        return read_version(con, number).toml
    live = live_version(con)
    return live.toml if live else RatingConfig().to_toml()


def _version_or_file(con: Connection, name: str | None) -> str:
    """The text of a version by number, of a file by name, or of the live version."""
    if name is None or name == "live":
        return _toml(con, None)
    if name.isdigit():
        return _toml(con, int(name))
    if not Path(name).is_file():
        raise UsageError(
            f"found {name}, expected the number of a version or the name of a file"
        )
    return read_config(Path(name)).to_toml()
