"""The demo: an empty machine becomes a rated, published season of hands."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from engine.errors import UsageError
from engine.season import play_season
from ingest.files import files_of
from ingest.home import Home
from ingest.pipeline import IngestOptions, ingest
from ingest.publish import publish
from ingest.terminal import print_talk, progress
from ingest.warehouse import open_warehouse
from rating.refresh import refresh

MIN_PEOPLE = 4  # seats of a table
WAIT_S = 10.0  # for another writer of the same home


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSummary:
    """What the demo made, and the seconds of each step."""

    games: int
    people: int
    hands: int
    loaded: int
    duplicate: int
    refused: int
    rated_seats: int
    build: str
    play_s: float
    ingest_s: float
    rate_s: float
    publish_s: float


class Stopwatch:
    """Seconds of named steps."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time the block under `name`."""
        started = time.perf_counter()
        yield
        self.seconds[f"{name}_s"] = round(time.perf_counter() - started, 2)


def make_season(
    home: Home,
    *,
    n_games: int,
    n_people: int,
    seed: int,
    clock: Callable[[], datetime],
    n_workers: int | None = None,
) -> DemoSummary:
    """Play a season, load its logs, replay the Ratings and publish.

    The same arguments give the same logs, so a second run finds every hand loaded
    already and only publishes anew. Ctrl-C at any moment leaves what was committed.
    `n_workers` None means one process a core.

    Raises
    ------
    UsageError
        If there are no games, or fewer people than a table has seats.
    """
    _check(n_games, n_people)
    out = home.logs / f"demo-{seed}-{n_games}-{n_people}"
    watch = Stopwatch()
    with watch.step("play"), progress("playing the season", n_games) as advance:
        played = play_season(
            out,
            n_games=n_games,
            n_people=n_people,
            seed=seed,
            workers=n_workers or os.cpu_count() or 1,
            on_progress=advance,
        )
    files = files_of([out])
    n_bytes = sum(file.stat().st_size for file in files)
    with open_warehouse(home, wait_s=WAIT_S, holder="coastal demo") as con:
        with watch.step("ingest"), progress("checking every move", n_bytes) as advance:
            options = IngestOptions(verify="all", n_workers=n_workers)
            run = ingest(con, home, files, options, clock=clock, advance=advance)
        with watch.step("rate"):
            print_talk("replaying the Ratings")
            rated = refresh(con, home, clock())
        with watch.step("publish"):
            build = publish(home, con, clock())
    return DemoSummary(
        games=n_games,
        people=n_people,
        hands=played.n_hands,
        loaded=run.counts.loaded,
        duplicate=run.counts.duplicate,
        refused=run.counts.conflict + run.counts.quarantined + run.counts.truncated,
        rated_seats=rated.n_rated_seats,
        build=build,
        **watch.seconds,
    )


def _check(n_games: int, n_people: int) -> None:
    if n_games < 1:
        raise UsageError(f"--games is {n_games}, but a season needs at least 1")
    if n_people < MIN_PEOPLE:
        raise UsageError(
            f"--players is {n_people}, but a table needs at least {MIN_PEOPLE} people"
        )
