"""The command line: puts the verbs of the four packages together.

A package is read in when one of its verbs is called: `coastal --help`, `play`,
`score` and `verify` start without DuckDB, numba and Streamlit.
"""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from engine.errors import CoastalError, UsageError
from engine.play import play_games
from engine.position import score_lines
from ingest.home import Home, is_utf_8
from ingest.streams import open_streams
from ingest.terminal import Settings, print_error, print_fields, print_json, progress

MARKUP: Final = "markdown"
INTERRUPTED: Final = 130  # what typer makes of Ctrl-C, as shells do
DUCKDB_INTERRUPTED: Final = "Query interrupted"  # what DuckDB makes of it
STOPPED: Final = "stopped; what was committed before is kept"


# The first line of each verb's own help, by the part that is read in with it.
PARTS: Final = {
    "verify": {
        "verify": "Replay hands in the engine, check legality and score; "
        "write nothing.",
    },
    "ingest": {
        "ingest": "Read hand logs and score sheets into the warehouse, rate and "
        "publish.",
        "rebuild": "Make the warehouse anew from raw/, rate and publish.",
        "sql": "Run read-only SQL on the current snapshot.",
        "export": "Write every public table as Parquet and CSV, with a data "
        "dictionary.",
        "status": "Say what is loaded, published and live, and how fresh it is.",
        "players": "What is held about one person: export it, forget it.",
    },
    "rating": {
        "replay": "Rate every hand from the first on, and publish.",
        "explain": "Say why this player's Rating moved in this hand.",
        "tune": "Sweep over configurations: which foretell hands best, and is it "
        "certain.",
        "config": "Versions of the rating configuration.",
        "simulate": "Measure configurations against made-up players of known skill.",
    },
    "dashboards": {
        "serve": "Serve the dashboards for the published snapshots until Ctrl-C.",
        "demo": "Play, ingest, rate and publish a season, then open the dashboards.",
    },
}


class Verbs(TyperGroup):
    """All verbs; those of `PARTS` are only names and one line until one is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for verbs in PARTS.values():
            for name, line in verbs.items():
                self.commands[name] = TyperCommand(name, help=line)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that `args` begins with, its part read in."""
        for part, verbs in PARTS.items():
            if args and args[0] in verbs:
                self.read_in(part)
        return super().resolve_command(ctx, args)

    def read_in(self, part: str) -> None:
        """Put the verbs of a part in place of their names."""
        verbs = typer.Typer(rich_markup_mode=MARKUP)
        verbs.callback()(lambda: None)  # a group even of a single verb
        READ_IN[part](verbs)
        self.commands |= typer.main.get_group(verbs).commands


def all_verbs() -> Verbs:
    """Every verb read in, for the reference and its tests."""
    group = typer.main.get_group(app)
    assert isinstance(group, Verbs)
    for part in PARTS:
        group.read_in(part)
    return group


def _verify(verbs: typer.Typer) -> None:
    from ingest.cli_verify import add_verify_command

    add_verify_command(verbs)


def _ingest(verbs: typer.Typer) -> None:
    from ingest.cli import add_commands
    from rating.refresh import refresh

    add_commands(verbs, refresh=refresh)


def _rating(verbs: typer.Typer) -> None:
    from rating.cli import add_commands

    add_commands(verbs)


def _dashboards(verbs: typer.Typer) -> None:
    from dashboards.cli import add_commands

    add_commands(verbs)


READ_IN: Final = {
    "verify": _verify,
    "ingest": _ingest,
    "rating": _rating,
    "dashboards": _dashboards,
}

app = typer.Typer(
    name="coastal",
    cls=Verbs,
    help="Ratings and statistics for canasta: play, ingest, rate, publish, look.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=MARKUP,
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


def _speak_utf_8() -> None:
    """Start anew in UTF-8 where the machine speaks something else.

    Names of people and files are Unicode, whatever the locale says.
    """
    if sys.getfilesystemencoding() != "utf-8":
        os.environ["PYTHONUTF8"] = "1"
        arguments = [sys.executable, *sys.orig_argv[1:]]
        os.execv(sys.executable, arguments)  # noqa: S606  the same program again
    for argument in sys.argv[1:]:
        if not is_utf_8(argument) and not Path(argument).exists():
            print_error(f"the argument {argument!r} is not UTF-8 text")
            sys.exit(2)


def _status_of(fault: Exception) -> int:
    """Say in a sentence what nobody foresaw; the exit status."""
    said = str(fault).split("\n", 1)[0]
    if said == DUCKDB_INTERRUPTED:
        print_error(STOPPED)
        return INTERRUPTED
    print_error(
        f"a fault of coastal itself, {type(fault).__name__}: {said}; what was "
        "committed before is kept; report it with what --verbose shows"
    )
    return 1


def main() -> None:
    """Run the command line and end the process with its exit status."""
    open_streams()
    _speak_utf_8()
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
    except Exception as fault:
        if verbose:
            raise
        sys.exit(_status_of(fault))
    if status == INTERRUPTED:
        print_error(STOPPED)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
