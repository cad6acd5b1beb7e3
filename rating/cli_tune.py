"""The verb `tune`: many configurations on the same hands, and what follows."""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer

from engine.errors import CoastalError, UsageError
from ingest.snapshot import open_snapshot
from ingest.terminal import Settings, print_json, print_talk, progress
from rating.candidates import Candidate, Metric, Tuning
from rating.config import RatingConfig
from rating.grid import Axes, read_axes, read_intervals, variants
from rating.hands import HandArrays
from rating.lab import compare_configs
from rating.refresh import check_ladder, write_file
from rating.search import Bounds, search
from rating.sweep import N_BLOCKS
from rating.tuning import TUNE_SHARE, default_metric, hands_and_live, tune
from rating.tuning_table import print_tuning, tuning_fields, write_rows

CLUSTER_WAIT_S: Final = "10s"
MOST_BLOCKS: Final = 100_000  # each has sums of every configuration


class NoClusterError(CoastalError):
    """A Dask cluster that cannot be used."""


def add_tune_command(app: typer.Typer) -> None:
    """Add `tune`."""

    @app.command("tune")
    def tune_command(
        context: typer.Context,
        grid: Annotated[
            list[str] | None,
            typer.Option(
                help="KEY=V1,V2,…, KEY=LOW:HIGH:STEP or a TOML file with a table "
                "[grid]; repeat it for more keys.",
                show_default=False,
            ),
        ] = None,
        optimize: Annotated[
            list[str] | None,
            typer.Option(
                help="KEY=LOW:HIGH: search there for the best; repeat for more keys.",
                show_default=False,
            ),
        ] = None,
        ladder: Annotated[
            str | None, typer.Option(help="One ladder only, e.g. coastal/live.")
        ] = None,
        metric: Annotated[
            Metric | None,
            typer.Option(
                help="What to make small; where margins are swept win_log_loss, else "
                "log_loss.",
                show_default=False,
            ),
        ] = None,
        tune_share: Annotated[
            float,
            typer.Option(
                min=0.05,
                max=1.0,
                help="Share of the hands that choose; the later ones confirm.",
            ),
        ] = TUNE_SHARE,
        blocks: Annotated[
            int,
            typer.Option(
                min=2, max=MOST_BLOCKS, help="Blocks of games behind the intervals."
            ),
        ] = N_BLOCKS,
        out: Annotated[
            Path | None,
            typer.Option(help="Write every row to this .csv or .json file."),
        ] = None,
        save: Annotated[
            Path | None,
            typer.Option(
                help="Write a configuration to this file, for `config try` and "
                "`config publish`.",
            ),
        ] = None,
        row: Annotated[
            int | None,
            typer.Option(
                min=1,
                help="Which row to save and to replay; else the best.",
                show_default=False,
            ),
        ] = None,
        people: Annotated[
            bool,
            typer.Option(help="Replay that row: who would be promoted, demoted …"),
        ] = True,
        seed: Annotated[
            int, typer.Option(min=0, help="Draws the games behind the last interval.")
        ] = 1,
        workers: Annotated[
            int | None,
            typer.Option(min=1, help="Threads; one a core.", show_default=False),
        ] = None,
        dask: Annotated[
            str | None,
            typer.Option(help="Run on the Dask cluster at this address."),
        ] = None,
        json_: Annotated[
            bool, typer.Option("--json", help="Print one JSON object.")
        ] = False,
    ) -> None:
        """Sweep over configurations: which foretell hands best, and is it certain.

        Nothing is written or published but the files that --out and --save name.
        docs/tuning.md has a worked example. Example:

            coastal tune --grid "change.k[2].k=6,8,10,12" --grid form.span=20:40:10
        """
        settings: Settings = context.obj
        _refuse_misuse(grid, optimize, ladder, out)
        asked = Asked(
            axes=read_axes(grid or []),
            bounds=read_intervals(optimize or []),
            metric=metric,
            n_blocks=blocks,
            tune_share=tune_share,
            seed=seed,
        )
        # Closed at once: a database keeps what it read in memory while it is open.
        with closing(open_snapshot(settings.home)) as con:
            hands, live = hands_and_live(con, ladder)
        with executor_of(workers, dask) as executor:
            tuning = _tuning(hands, live, asked, executor)
        if tuning is None:
            print_talk("no hand counts for a Rating yet")
            return
        chosen = _row(tuning, row)
        tried = compare_configs(hands, live, chosen.config, seed) if people else None
        if out:
            write_rows(tuning, out)
        if save:
            write_file(save, chosen.config)
            print_talk(f"wrote {save}: `coastal config publish {save}` makes it live")
        if json_:
            print_json(tuning_fields(tuning, chosen, tried))
        else:
            print_tuning(tuning, chosen, tried)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to sweep and how to judge it."""

    axes: Axes
    bounds: Mapping[str, Bounds]
    metric: Metric | None
    n_blocks: int
    tune_share: float
    seed: int


def _refuse_misuse(
    grid: list[str] | None,
    optimize: list[str] | None,
    ladder: str | None,
    out: Path | None,
) -> None:
    check_ladder(ladder)
    if bool(grid) == bool(optimize):
        found = "both" if grid else "neither"
        raise UsageError(
            f"found {found} of --grid and --optimize, expected one of them, as "
            "--grid change.k[0].k=20,24,28"
        )
    if out and out.suffix not in (".csv", ".json"):
        raise UsageError(f"--out {out} found, expected a name ending in .csv or .json")


def _tuning(
    hands: HandArrays, live: RatingConfig, asked: Asked, executor: Executor
) -> Tuning | None:
    """The sweep over the hands; None where there is none."""
    metric = asked.metric or default_metric((*asked.axes, *asked.bounds))
    wanted = variants(live, asked.axes) if asked.axes else []
    if not len(hands):
        return None
    if asked.bounds:
        with progress("searching", None) as advance:
            wanted = search(
                hands,
                live,
                asked.bounds,
                metric=metric,
                n_blocks=asked.n_blocks,
                tune_share=asked.tune_share,
                executor=executor,
                on_progress=advance,
            )
    with progress("sweeping", len(wanted) + 1) as advance:
        return tune(
            hands,
            live,
            wanted,
            metric=metric,
            n_blocks=asked.n_blocks,
            tune_share=asked.tune_share,
            rng=np.random.default_rng(asked.seed),
            executor=executor,
            on_progress=advance,
        )


@contextmanager
def executor_of(workers: int | None, address: str | None) -> Iterator[Executor]:
    """Threads of this machine, or the workers of the Dask cluster at `address`."""
    if address is None:
        with ThreadPoolExecutor(workers or os.cpu_count()) as threads:
            yield threads
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise NoClusterError(
            "--dask needs the package distributed, which is not installed: "
            "pip install distributed"
        ) from error
    connect: Any = Client  # typed or not, as the package is there or not
    try:
        client = connect(address, timeout=CLUSTER_WAIT_S)
    except (OSError, ValueError) as error:
        raise NoClusterError(
            f"no Dask scheduler answers at {address}; expected an address as "
            "tcp://host:8786"
        ) from error
    with client:
        yield client.get_executor()


def _row(tuning: Tuning, number: int | None) -> Candidate:
    """The row with this number in the table; the best without one."""
    if number is None:
        return tuning.candidates[tuning.best]
    if number > len(tuning.candidates):
        raise UsageError(
            f"--row {number} found, expected a row of the table, 1 to "
            f"{len(tuning.candidates)}"
        )
    return tuning.ranked[number - 1]
