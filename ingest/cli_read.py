"""The verbs that read a snapshot: sql, export and status."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from ingest.export import PUBLIC_TABLES, export
from ingest.fence import Limits, QueryResult, run_query
from ingest.snapshot import current_path
from ingest.status import Status, read_status
from ingest.tabular import TEXT_FORMATS
from ingest.terminal import (
    Settings,
    print_fields,
    print_json,
    print_table,
    print_talk,
    progress,
)

Json = Annotated[
    bool, typer.Option("--json", help="Print the summary as one JSON object.")
]

TABLE_ROWS = 1_000  # rows shown as a table
FILE_ROWS = 1_000_000  # rows given in the other formats


def add_read_commands(app: typer.Typer) -> None:
    """Add sql, export and status."""
    _add_sql(app)
    _add_export(app)
    _add_status(app)


def _add_sql(app: typer.Typer) -> None:
    @app.command("sql")
    def sql_command(
        context: typer.Context,
        query: Annotated[
            str, typer.Argument(help="One SELECT; - reads it from stdin.")
        ],
        output: Annotated[
            Literal["table", "csv", "json", "parquet"],
            typer.Option("--format", help="How the rows are printed."),
        ] = "table",
        analyst: Annotated[
            bool, typer.Option("--analyst", help="Ask the pseudonymised snapshot.")
        ] = False,
        max_rows: Annotated[
            int | None, typer.Option(min=1, help="Rows at most.", show_default=False)
        ] = None,
        seconds: Annotated[int, typer.Option(min=1, help="Seconds at most.")] = 60,
        json: Annotated[
            bool, typer.Option("--json", help="Same as --format json.")
        ] = False,
    ) -> None:
        """Run read-only SQL on the current snapshot.

        Example:

            coastal sql "select ended_by, count(*) from hands group by all"
        """
        settings: Settings = context.obj
        kind = "json" if json else output
        rows = max_rows or (TABLE_ROWS if kind == "table" else FILE_ROWS)
        result = run_query(
            current_path(settings.home, analyst=analyst),
            sys.stdin.read() if query == "-" else query,
            Limits(max_rows=rows, seconds=seconds, memory_mb=2048),
            schema="pub" if analyst else None,
        )
        _print_result(result, kind)
        if result.is_truncated:
            print_talk(f"only the first {rows:,} rows; ask for more with --max-rows")


def _print_result(result: QueryResult, kind: str) -> None:
    if kind == "table":
        print_table(result.columns, result.rows())
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(TEXT_FORMATS[kind](result.table))
    sys.stdout.buffer.flush()


def _add_export(app: typer.Typer) -> None:
    @app.command("export")
    def export_command(
        context: typer.Context,
        folder: Annotated[
            Path, typer.Argument(help="Folder to write to.", metavar="DIR")
        ],
        json: Json = False,
    ) -> None:
        """Write every public table as Parquet and CSV, with a data dictionary.

        Example:

            coastal export season-2026/
        """
        settings: Settings = context.obj
        with progress("exporting", len(PUBLIC_TABLES)) as advance:
            done = export(settings.home, folder, advance=advance)
        if json:
            print_json(done.summary())
        else:
            print_fields(done.summary())


def _add_status(app: typer.Typer) -> None:
    @app.command("status")
    def status_command(
        context: typer.Context,
        check: Annotated[
            bool, typer.Option("--check", help="Run every check; exit 1 if one fails.")
        ] = False,
        json: Json = False,
    ) -> int:
        """Say what is loaded, published and live, and how fresh it is.

        Example:

            coastal status --check
        """
        settings: Settings = context.obj
        status = read_status(settings.home, check=check)
        if json:
            print_json(status.to_json())
        else:
            _print_status(status)
        return 0 if status.is_sound else 1


def _print_status(status: Status) -> None:
    print_fields(status.facts)
    for check in status.checks:
        found = "holds" if check.holds else f"{check.n_rows} {check.finds}"
        print_fields({f"check {check.name}": found})
        if not check.holds:
            print_table(check.columns, check.rows)
