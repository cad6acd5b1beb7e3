"""The verb `config`: versions of the rating configuration."""

import difflib
from pathlib import Path
from typing import Annotated, Literal

import typer

from engine.errors import UsageError
from ingest.snapshot import NoSnapshotError, open_snapshot
from ingest.terminal import (
    Settings,
    print_json,
    print_table,
)
from rating.cli_publish import File, Json, add_publish, add_revert, iso
from rating.cli_try import comparison_fields, print_comparison
from rating.config import RatingConfig
from rating.config_file import read_config
from rating.lab import try_config
from rating.refresh import check_ladder
from rating.store import (
    Connection,
    live_version,
    read_version,
    read_versions,
)


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
    add_publish(group)
    add_revert(group)


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
                "applies_from": iso(version.applies_from),
                "before_config_id": version.before_config_id,
            }
            for version in versions
        ]
        if json:
            print_json({"versions": rows})
            return
        marked = [
            row
            | {
                "is_live": "live" if row["is_live"] else "",
                "applies_from": row["applies_from"] or "the first hand",
            }
            for row in rows
        ]
        columns = (
            "config_id",
            "created_at",
            "author",
            "reason",
            "applies_from",
            "is_live",
        )
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


def _toml(con: Connection, number: int | None) -> str:
    """The text of a version; of the live one, or the default, without a number."""
    version = live_version(con) if number is None else read_version(con, number)
    if version is None:
        return RatingConfig().to_toml()
    if version.applies_from is None:
        return version.toml
    return (
        f"# for hands that ended from {iso(version.applies_from)} on; "
        f"version {version.before_config_id} for those before\n{version.toml}"
    )


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
