"""The verb verify, apart from those that need the warehouse: it starts quickly."""

from pathlib import Path
from typing import Annotated

import typer

from ingest import read_only
from ingest.files import files_of
from ingest.terminal import print_fields, print_json, print_talk, progress

Paths = Annotated[
    list[Path],
    typer.Argument(help="Files or folders.", show_default=False, metavar="PATH..."),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print the summary as one JSON object.")
]


def add_verify_command(app: typer.Typer) -> None:
    """Add verify."""

    @app.command("verify")
    def verify_command(paths: Paths, json: Json = False) -> int:
        """Replay hands in the engine, check legality and score; write nothing.

        Example:

            coastal verify logs/hands-0001.jsonl
        """
        files = files_of(paths)
        total = sum(file.stat().st_size for file in files)
        with progress("verifying", total) as advance:
            done = read_only.verify(files, advance=advance)
        if json:
            found = [finding.row() for finding in done.findings]
            print_json({**done.summary(), "findings": found})
        else:
            for line in read_only.paths_shown(done.findings):
                print_talk(line)
            print_fields(done.summary())
        return 1 if done.refused else 0
