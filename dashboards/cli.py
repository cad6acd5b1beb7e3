"""The verbs that show something: serve and demo."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer

from ingest.terminal import Settings, print_fields, print_json, print_talk

DEFAULT_ADDRESS = "127.0.0.1"
DEFAULT_PORT = 8501

Port = Annotated[
    int,
    typer.Option(min=1, max=65_535, help="Port to listen on; the next free one else."),
]
Address = Annotated[
    str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
]


def add_commands(app: typer.Typer) -> None:
    """Add this package's verbs."""
    app.command()(serve)
    app.command()(demo)


def serve(
    context: typer.Context,
    port: Port = DEFAULT_PORT,
    address: Address = DEFAULT_ADDRESS,
) -> None:
    """Serve the dashboards for the published snapshots until Ctrl-C.

    Example: `coastal serve --port 8600`
    """
    settings: Settings = context.obj
    _serve(settings, address, port)


def demo(
    context: typer.Context,
    games: Annotated[int, typer.Option(help="How many games are played.")] = 300,
    players: Annotated[int, typer.Option(help="How many people take part.")] = 60,
    seed: Annotated[int, typer.Option(help="Same seed, same season.")] = 1,
    no_serve: Annotated[
        bool, typer.Option("--no-serve", help="Stop before the dashboards.")
    ] = False,
    port: Port = DEFAULT_PORT,
    address: Address = DEFAULT_ADDRESS,
    json: Annotated[
        bool, typer.Option("--json", help="Summary as one JSON object.")
    ] = False,
) -> int:
    """Play, ingest, rate and publish a season, then open the dashboards.

    Example: `coastal demo --games 300 --players 60 --seed 1`
    """
    from dashboards.demo import make_season

    settings: Settings = context.obj
    summary = make_season(
        settings.home, n_games=games, n_people=players, seed=seed, clock=_now
    )
    fields = asdict(summary)
    if json:
        print_json(fields)
    else:
        print_fields(fields)
    if no_serve:
        print_talk("open it with: coastal serve")
        return 1 if summary.refused else 0
    _serve(settings, address, port)
    return 0


def _now() -> datetime:
    """The time, in UTC; only the command line reads the clock."""
    return datetime.now(UTC)


def _serve(settings: Settings, address: str, port: int) -> None:
    # Streamlit takes a third of a second to import: only where it is needed.
    from dashboards.serve import serve as serve_dashboards

    serve_dashboards(settings.home, address=address, port=port)
