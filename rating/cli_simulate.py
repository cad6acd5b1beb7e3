"""The verb `simulate`: configurations against players whose skill is known."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import typer

from engine.errors import UsageError
from ingest.snapshot import open_snapshot
from ingest.terminal import Settings, print_json, print_table, print_talk
from rating.config import RatingConfig
from rating.config_file import read_config
from rating.seating import seat_hands
from rating.simulate import Population, SimulatedHands, simulate_hands
from rating.simulate_files import write_logs, write_truth
from rating.simulate_points import FEWEST, Points
from rating.simulate_truth import CLOSE, TruthReport, report_truth
from rating.store import load_even_points

LEFT: Final = (0.5, 0.25, 0.1)  # shares of a wrong start
LOOKED_AT: Final = (50, 100, 300)  # rated hands
DEFAULTS: Final = Population()

NOT_THE_ENGINE: Final = (
    "simulated: points are drawn from hands that were played and moved by the gap in "
    "skill; how people play, only real or engine hands (`coastal play`) show"
)


def add_simulate_command(app: typer.Typer) -> None:
    """Add `simulate`."""

    @app.command("simulate")
    def simulate_command(
        context: typer.Context,
        config: Annotated[
            list[Path] | None,
            typer.Option(
                help="A rating.toml; more than one are compared. Else the defaults.",
                exists=True,
                dir_okay=False,
            ),
        ] = None,
        hands: Annotated[int, typer.Option(help="Hands to play.")] = 200_000,
        players: Annotated[int, typer.Option(help="People.")] = DEFAULTS.n_players,
        family: Annotated[
            str, typer.Option(help="coastal, classic, partnership or tiles.")
        ] = DEFAULTS.family,
        seed: Annotated[int, typer.Option(min=0, help="Same seed, same bits.")] = 1,
        skill_sd: Annotated[
            float, typer.Option(help="SD of true skill, rating points.")
        ] = DEFAULTS.skill_sd,
        drift: Annotated[
            float,
            typer.Option(
                help="SD of how far skill wanders in 100 of a player's hands."
            ),
        ] = DEFAULTS.drift,
        return_hands: Annotated[
            float | None,
            typer.Option(
                help="Hands that draw most of a wandering back; else never.",
                show_default=False,
            ),
        ] = None,
        computer_share: Annotated[
            float, typer.Option(help="Share of seats that computers hold.")
        ] = DEFAULTS.computer_share,
        away_share: Annotated[
            float, typer.Option(help="Share of a player's hands a computer plays.")
        ] = DEFAULTS.away_share,
        abandoned_share: Annotated[
            float, typer.Option(help="Share of games that break up early.")
        ] = DEFAULTS.abandoned_share,
        own_hands: Annotated[
            bool,
            typer.Option(
                "--own-hands",
                help="Draw points from the even hands of the current snapshot.",
            ),
        ] = False,
        out: Annotated[
            Path | None,
            typer.Option(help="Write the truth, a row a seat of a hand, as Parquet."),
        ] = None,
        logs: Annotated[
            Path | None,
            typer.Option(help="Folder for the hands as hand logs to ingest."),
        ] = None,
        json: Annotated[bool, typer.Option("--json", help="Report as JSON.")] = False,
    ) -> None:
        """Measure configurations against made-up players of known skill.

        Says how fast Ratings arrive, how far they are off and how late they follow.
        Not a substitute for the engine's hands: docs/simulating.md says why.

        Example:

            coastal simulate --drift 30 --config rating.toml --config my-rating.toml
        """
        population = Population(
            family=family,
            n_players=players,
            skill_sd=skill_sd,
            drift=drift,
            return_hands=return_hands,
            computer_share=computer_share,
            away_share=away_share,
            abandoned_share=abandoned_share,
        )
        files = config or []
        configs = {_name(file, files): read_config(file) for file in files}
        points = _own_points(context.obj, family) if own_hands else None
        rng = np.random.default_rng(seed)
        simulated = simulate_hands(population, hands, rng, points)
        if out is not None:
            write_truth(simulated, seed, out)
            print_talk(f"wrote {out}")
        if logs is not None:
            written = write_logs(simulated, seed, logs)
            print_talk(f"wrote {len(written)} files to {logs}")
        reports = _reports(simulated, configs or {"defaults": RatingConfig()})
        if json:
            print_json({name: _fields(report) for name, report in reports.items()})
        else:
            print_talk(NOT_THE_ENGINE)
            _print_reports(simulated, reports)


def _name(file: Path, files: Sequence[Path]) -> str:
    """The file's name, with its folder where two have the same name."""
    is_unique = [other.name for other in files].count(file.name) == 1
    return file.name if is_unique else str(file)


def _own_points(settings: Settings, family: str) -> Points:
    con = open_snapshot(settings.home)
    try:
        points = load_even_points(con, f"{family}/live")
    finally:
        con.close()
    if len(points) < FEWEST:
        raise UsageError(
            f"found {len(points)} hands between even sides on {family}/live, expected "
            f"at least {FEWEST}: leave out --own-hands to draw from the engine's hands"
        )
    return points


def _reports(
    simulated: SimulatedHands, configs: dict[str, RatingConfig]
) -> dict[str, TruthReport]:
    seating = seat_hands(simulated.hands)
    return {
        name: report_truth(simulated, config, seating)
        for name, config in configs.items()
    }


def _fields(report: TruthReport) -> dict[str, object]:
    """The report for JSON, which has no NaN; the curve at a few hands only."""
    plain = {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in asdict(report).items()
        if name != "convergence"
    }
    curve = report.convergence
    return plain | {
        "hands_until_left": {str(left): curve.hands_until(left) for left in LEFT},
        "close_after": {str(n): curve.close_after(n) for n in LOOKED_AT},
    }


def _print_reports(simulated: SimulatedHands, reports: dict[str, TruthReport]) -> None:
    hands, population = simulated.hands, simulated.population
    typer.echo(
        f"{population.family}/live: {len(hands):,} hands of {len(hands.game_ids):,} "
        f"games, {population.n_players:,} players"
    )
    rows: list[tuple[str, Callable[[TruthReport], str]]] = [
        *(
            (f"hands until {left:.0%} of a wrong start is left", _until(left))
            for left in LEFT
        ),
        *(
            (f"Ratings within {CLOSE:.0f} points after {n} hands", _close(n))
            for n in LOOKED_AT
        ),
        ("settled: Rating less truth, mean", lambda r: _number(r.bias, "+.1f")),
        ("settled: SD (in theory)", _noise),
        ("settled: SD of Form less truth", lambda r: _number(r.form_noise, ".1f")),
        ("Rating follows skill after hands (in theory)", _lag),
        ("Form follows skill after hands", lambda r: _number(r.form_lag, "d")),
        ("skill against ½ (of the truth itself)", _skill),
        ("calibration slope", lambda r: _number(r.calibration_slope, ".3f")),
        ("rating points per point of skill", lambda r: _number(r.spread, ".3f")),
    ]
    print_table(
        ("", *reports),
        [(label, *map(shown, reports.values())) for label, shown in rows],
    )


def _until(left: float) -> Callable[[TruthReport], str]:
    return lambda report: _number(report.convergence.hands_until(left), "d")


def _close(n_hands: int) -> Callable[[TruthReport], str]:
    return lambda report: _number(report.convergence.close_after(n_hands), ".0%")


def _noise(report: TruthReport) -> str:
    return f"{_number(report.noise, '.1f')} ({report.noise_in_theory:.1f})"


def _lag(report: TruthReport) -> str:
    if report.lag is None:
        return _number(None, "d")
    return f"{report.lag} ({report.lag_in_theory:.0f})"


def _skill(report: TruthReport) -> str:
    return f"{_number(report.skill, '.3f')} ({_number(report.best_skill, '.3f')})"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None or math.isnan(value) else f"{value:{form}}"
