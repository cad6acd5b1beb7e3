"""The command line: puts the verbs of the four packages together."""

import sys
from pathlib import Path
from typing import Annotated

import typer

import dashboards.cli
import ingest.cli
import rating.cli
from engine.errors import CoastalError
from ingest.home import Home
from ingest.terminal import Settings, print_error
from rating.refresh import refresh

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


ingest.cli.add_commands(app, refresh=refresh)
rating.cli.add_commands(app)
dashboards.cli.add_commands(app)


def main() -> None:
    """Run the command line and end the process with its exit status."""
    verbose = "-v" in sys.argv or "--verbose" in sys.argv
    try:
        app()
    except CoastalError as error:
        if verbose:
            raise
        print_error(str(error))
        sys.exit(error.exit_status)
    except OSError as error:
        # A full disk, a read-only home: the machine's word, with the file.
        if verbose:
            raise
        print_error(str(error))
        sys.exit(1)


if __name__ == "__main__":
    main()
