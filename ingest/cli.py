"""The verbs that read hand logs: ingest, verify and rebuild."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import duckdb
import typer

from engine.errors import UsageError
from ingest.cli_players import add_player_commands
from ingest.cli_read import Json, add_read_commands
from ingest.cli_verify import add_verify_command
from ingest.files import files_of, is_sheet
from ingest.forget import end_unfinished
from ingest.home import Home
from ingest.pipeline import IngestOptions, IngestRun, ingest, size_of
from ingest.publish import publish
from ingest.rebuild import rebuild
from ingest.retry import retry_quarantined
from ingest.segments import segment_numbers
from ingest.sheet_form import OWN_FORM, read_form
from ingest.sheets import SheetOptions, check_options
from ingest.terminal import (
    Settings,
    print_fields,
    print_json,
    print_talk,
    progress,
)
from ingest.warehouse import Refresh, open_warehouse
from ingest.watch import watch
from ingest.whole_run import write_and_publish

OptionalPaths = Annotated[
    list[Path] | None,
    typer.Argument(help="Files or folders.", show_default=False, metavar="PATH..."),
]
VerifyOption = Annotated[
    Literal["all", "sample", "none"],
    typer.Option(help="Which hands with moves are replayed in the engine."),
]
RulesetOption = Annotated[
    str | None, typer.Option(help="Ruleset of score sheets (CSV).")
]
TimezoneOption = Annotated[
    str | None, typer.Option(help="Time zone of score sheets, AREA/CITY.")
]
SheetIdOption = Annotated[
    str | None, typer.Option(help="Name of the sheet, part of its ids.")
]
ColumnsOption = Annotated[
    Path | None,
    typer.Option(help="TOML file with a sheet's own headers, delimiter, times."),
]
NoPublish = Annotated[
    bool, typer.Option("--no-publish", help="Leave the snapshot as it is.")
]
Wait = Annotated[float, typer.Option(help="Seconds to wait for another writer.")]


def add_commands(app: typer.Typer, refresh: Refresh) -> None:
    """Add this package's verbs; `refresh` replays the Ratings after an ingest."""
    _add_ingest(app, refresh)
    add_verify_command(app)
    _add_rebuild(app, refresh)
    add_read_commands(app)
    add_player_commands(app, refresh)


def now() -> datetime:
    """The time, in UTC; only the command line reads the clock."""
    return datetime.now(UTC)


def _add_ingest(app: typer.Typer, refresh: Refresh) -> None:
    @app.command("ingest")
    def ingest_command(
        context: typer.Context,
        paths: OptionalPaths = None,
        verify: VerifyOption = "all",
        no_replay: Annotated[
            bool, typer.Option("--no-replay", help="Leave the Ratings as they are.")
        ] = False,
        no_publish: NoPublish = False,
        ruleset: RulesetOption = None,
        timezone: TimezoneOption = None,
        sheet_id: SheetIdOption = None,
        columns: ColumnsOption = None,
        retry: Annotated[
            bool,
            typer.Option("--retry-quarantined", help="Try refused lines again."),
        ] = False,
        watch_inbox: Annotated[
            bool,
            typer.Option("--watch", help="Go on: read files as they come and grow."),
        ] = False,
        wait: Wait = 0.0,
        json: Json = False,
    ) -> int:
        """Read hand logs and score sheets into the warehouse, rate and publish.

        Example:

            coastal ingest logs/
        """
        settings: Settings = context.obj
        sheet = _sheet_options(ruleset, timezone, sheet_id, columns)
        options = IngestOptions(verify=verify, sheet=sheet)
        if not paths and (watch_inbox or not retry):
            raise UsageError("give files or folders of hand logs to read")

        def read(files: Sequence[Path]) -> IngestRun:
            run, build = write_and_publish(
                settings.home,
                lambda con: _read(con, settings.home, files, options, retry),
                refresh=None if no_replay else refresh,
                clock=now,
                holder="coastal ingest",
                wait_s=wait,
                publishes=not no_publish,
            )
            _tell(run, build, json)
            return run

        with_sheets = sheet is not None
        if watch_inbox and paths:
            watch(paths, read, sleep=time.sleep, with_sheets=with_sheets)
        run = read(files_of(paths, with_sheets=with_sheets) if paths else [])
        return 0 if run.is_clean else 1


def _tell(run: IngestRun, build: str | None, as_json: bool) -> None:
    if build is not None:
        print_talk(f"published {build}")
    for note in run.notes:
        print_talk(note)
    if as_json:
        print_json(run.summary())
    else:
        print_fields(run.summary())


def _read(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    files: Sequence[Path],
    options: IngestOptions,
    is_retry: bool,
) -> IngestRun:
    """Read the files, then try again what was refused, if that is wanted."""
    run = IngestRun()
    sheets = [file for file in files if is_sheet(file)]
    if len(sheets) > 1 and options.sheet is not None and options.sheet.sheet_id:
        raise UsageError(
            f"--sheet-id names one sheet, found {len(sheets)}: {sheets[0]}, {sheets[1]}"
        )
    if files:
        with progress("reading", sum(map(size_of, files))) as advance:
            run = ingest(con, home, files, options, clock=now, advance=advance)
    if is_retry:
        again = retry_quarantined(con, home, options, clock=now)
        run.counts += again.counts
        run.seconds += again.seconds
    return run


def _sheet_options(
    ruleset: str | None, timezone: str | None, sheet_id: str | None, form: Path | None
) -> SheetOptions | None:
    if ruleset is None and timezone is None and sheet_id is None and form is None:
        return None
    if ruleset is None or timezone is None:
        raise UsageError(
            "a score sheet needs both --ruleset NAME and --timezone AREA/CITY"
        )
    own = OWN_FORM if form is None else read_form(form)
    options = SheetOptions(ruleset, timezone, sheet_id, own)
    check_options(options)
    return options


def _add_rebuild(app: typer.Typer, refresh: Refresh) -> None:
    @app.command("rebuild")
    def rebuild_command(
        context: typer.Context,
        no_publish: NoPublish = False,
        accept_loss: Annotated[
            bool,
            typer.Option("--accept-loss", help="Go on without segments that are lost."),
        ] = False,
        wait: Wait = 0.0,
        json: Json = False,
    ) -> None:
        """Make the warehouse anew from raw/, rate and publish.

        Example:

            coastal rebuild
        """
        settings: Settings = context.obj
        home = settings.home
        end_unfinished(home, now(), wait)
        total = len(segment_numbers(home))
        with progress("rebuilding", total) as advance:
            summary = rebuild(
                home,
                now(),
                wait_s=wait,
                accepts_loss=accept_loss,
                advance=advance,
            )
        with open_warehouse(home, wait_s=wait, holder="coastal rebuild") as con:
            refresh(con, home, now())
            if not no_publish:
                print_talk(f"published {publish(home, con, now())}")
        if json:
            print_json(summary)
        else:
            print_fields(summary)
