"""The command line: puts the verbs of the four packages together."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import TyperException

import dashboards.cli
import ingest.cli
import rating.cli
from engine.errors import CoastalError, UsageError
from engine.play import play_games
from engine.position import score_lines
from ingest.home import Home
from ingest.terminal import Settings, print_error, print_fields, print_json, progress
from rating.refresh import refresh

INTERRUPTED: Final = 130  # what typer makes of Ctrl-C, as shells do

app = typer.Typer(
    name="coastal",
    help="Ratings and statistics for canasta: play, ingest, rate, publish, look.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


@app.callback()
def settings(
    context: typer.Context,
    home: Annotated[
        Path | None,
        typer.Option(
            help="Folder that holds everything; else $COASTAL_HOME, "
            "else ./coastal-data.",
            show_default=False,
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show the traceback of an error.")
    ] = False,
) -> None:
    """Ratings and statistics for canasta: play, ingest, rate, publish, look."""
    context.obj = Settings(home=Home.from_option(home), verbose=verbose)


@app.command()
def play(
    context: typer.Context,
    ruleset: Annotated[str, typer.Option(help="A ruleset's name.")] = "coastal",
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    players: Annotated[int, typer.Option(help="How many people take part.")] = 4,
    seed: Annotated[int, typer.Option(help="Same seed, same bytes.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; changes no byte.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the logs; else logs/ in the home folder."),
    ] = None,
    skill: Annotated[
        str | None,
        typer.Option(help="beginner, intermediate or expert for every seat."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="A table option as NAME=VALUE, the value in JSON."),
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Summary as JSON.")] = False,
) -> None:
    """Play games with the reference engine and write their hand logs.

    Example: `coastal play --ruleset coastal --games 20 --seed 7 --out hands`
    """
    settings: Settings = context.obj
    with progress("playing", games) as advance:
        summary = play_games(
            ruleset,
            n_games=games,
            n_players=players,
            seed=seed,
            workers=workers,
            out_dir=out or settings.home.logs,
            skill=skill,
            options=dict(map(_option, option or [])),
            on_progress=advance,
        )
    fields = asdict(summary) | {"files": [str(file) for file in summary.files]}
    if json_:
        print_json(fields)
    else:
        print_fields(fields | {"files": len(summary.files), "out": str(out)})


def _option(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        if equals and value:
            return name, value
    raise UsageError(f"option {text!r} found, expected NAME=VALUE, as target=5000")


@app.command()
def score(
    file: Annotated[
        str, typer.Argument(help="One JSON object, or one a line; - for stdin.")
    ],
) -> None:
    """Score positions: JSON in, one JSON object a position out.

    Example: `coastal score position.json`
    """
    if file == "-":
        raise typer.Exit(score_lines(sys.stdin, sys.stdout))
    try:
        stream = Path(file).open(encoding="utf-8-sig")  # noqa: SIM115  closed below
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error
    with stream:
        try:
            status = score_lines(stream, sys.stdout)
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} is not UTF-8 text; save it as UTF-8") from error
    raise typer.Exit(status)


ingest.cli.add_commands(app, refresh=refresh)
rating.cli.add_commands(app)
dashboards.cli.add_commands(app)


def main() -> None:
    """Run the command line and end the process with its exit status."""
    verbose = "-v" in sys.argv or "--verbose" in sys.argv
    try:
        status = app(standalone_mode=False)
    except TyperException as wrong_use:
        sentence = wrong_use.format_message().strip()
        if sentence:  # without a verb the help was shown in its place
            print_error(f"{sentence} (see coastal --help)")
        sys.exit(2)
    except CoastalError as error:
        if verbose:
            raise
        print_error(str(error))
        sys.exit(error.exit_status)
    except OSError as error:
        # A full disk, a read-only home: the machine's word, with the file.
        if verbose:
            raise
        where = error.filename or "a file"
        print_error(f"{where} cannot be used: {error.strerror or error}")
        sys.exit(1)
    if status == INTERRUPTED:
        print_error("stopped; what was committed before is kept")
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
