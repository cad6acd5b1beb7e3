"""What another configuration would do: who would move, and how well it fits."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rating.config import RatingConfig
from rating.hands import HandArrays
from rating.level_steps import NO_LEVEL
from rating.metrics import (
    Difference,
    Metrics,
    briers,
    log_losses,
    mean_difference,
    measure,
    rated_hands,
)
from rating.metrics_table import ComparedMetrics, compare_metrics
from rating.replay import ReplayResult, replay
from rating.seating import seat_hands
from rating.store import Connection, live_version, load_hands

Kind = Literal["promoted", "demoted", "same"]
SELF_RATED = "self-rated"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerComparison:
    """One player (in Solo: on one device) under both configurations.

    `kind` compares places in the two level tables: promoted is a higher place.
    """

    player_id: str
    device_id: str | None
    rated_hands: int
    rating_before: float
    rating_after: float
    form_before: float
    form_after: float
    level_before: str | None
    level_after: str | None
    is_at_risk_before: bool
    is_at_risk_after: bool
    protected_hands_left_before: int
    protected_hands_left_after: int
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderComparison:
    """A ladder under the live configuration (before) and the tried one (after).

    Attributes
    ----------
    n_hands : int
        Hands that both configurations rate; the metrics are over these.
    metrics
        All metrics and the curves behind them; None where there is no such hand.
    level_matrix : tuple of rows
        Players by level before (rows) and after (columns); self-rated comes first.
    """

    ladder: str
    n_hands: int
    before: Metrics
    after: Metrics
    log_loss_difference: Difference
    brier_difference: Difference
    metrics: ComparedMetrics | None
    level_names_before: tuple[str, ...]
    level_names_after: tuple[str, ...]
    level_matrix: tuple[tuple[int, ...], ...]
    players: tuple[PlayerComparison, ...]

    @property
    def promoted(self) -> tuple[PlayerComparison, ...]:
        """Players whose level would be a higher one."""
        return tuple(p for p in self.players if p.kind == "promoted")

    @property
    def demoted(self) -> tuple[PlayerComparison, ...]:
        """Players whose level would be a lower one."""
        return tuple(p for p in self.players if p.kind == "demoted")

    @property
    def at_risk(self) -> tuple[PlayerComparison, ...]:
        """Players who would stand warned."""
        return tuple(p for p in self.players if p.is_at_risk_after)

    @property
    def protected(self) -> tuple[PlayerComparison, ...]:
        """Players whom a promotion would still protect."""
        return tuple(p for p in self.players if p.protected_hands_left_after > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What a configuration would do, ladder by ladder."""

    ladders: tuple[LadderComparison, ...]


def try_config(
    con: Connection, config: RatingConfig, *, ladder: str | None = None, seed: int = 1
) -> Comparison:
    """Replay all hands under the live configuration and under `config`; write nothing.

    `con` may be a snapshot. `ladder` restricts it to one; ladders without a counting
    hand are left out. `seed` draws the games behind the intervals.
    """
    live = live_version(con)
    hands = load_hands(con)
    chosen = hands if ladder is None else hands.on_ladder(ladder)
    return compare_configs(
        chosen, live.config if live else RatingConfig(), config, seed
    )


def compare_configs(
    hands: HandArrays, before: RatingConfig, after: RatingConfig, seed: int
) -> Comparison:
    """The hands under two configurations, ladder by ladder."""
    return Comparison(
        ladders=tuple(
            compare_ladder(name, chosen, before, after, seed=seed)
            for name in sorted(hands.ladders)
            if len(chosen := hands.on_ladder(name))
        )
    )


def compare_ladder(
    ladder: str,
    hands: HandArrays,
    before: RatingConfig,
    after: RatingConfig,
    *,
    seed: int = 1,
) -> LadderComparison:
    """The hands of one ladder under two configurations."""
    seating = seat_hands(hands)
    old, new = replay(hands, before, seating), replay(hands, after, seating)
    both = rated_hands(old) & rated_hands(new)
    names_before, names_after = _level_names(before), _level_names(after)
    matrix = np.zeros((len(names_before), len(names_after)), dtype=np.int64)
    rated = _rated(old) | _rated(new)
    places = old.states["level"][rated] + 1, new.states["level"][rated] + 1
    np.add.at(matrix, places, 1)
    return LadderComparison(
        ladder=ladder,
        n_hands=int(np.count_nonzero(both)),
        before=measure(old, both),
        after=measure(new, both),
        log_loss_difference=mean_difference(
            log_losses(old)[both], log_losses(new)[both], hands.game[both]
        ),
        brier_difference=mean_difference(
            briers(old)[both], briers(new)[both], hands.game[both]
        ),
        metrics=compare_metrics(old, new, both, np.random.default_rng(seed)),
        level_names_before=names_before,
        level_names_after=names_after,
        level_matrix=tuple(tuple(int(n) for n in row) for row in matrix),
        players=_players(old, new, np.flatnonzero(rated)),
    )


def _rated(result: ReplayResult) -> NDArray[np.bool_]:
    return np.asarray(result.states["rated_hands"] > 0)


def _level_names(config: RatingConfig) -> tuple[str, ...]:
    return (SELF_RATED, *(level.name for level in config.levels.table))


def _players(
    old: ReplayResult, new: ReplayResult, rated: NDArray[np.intp]
) -> tuple[PlayerComparison, ...]:
    """The rated players under both configurations, the highest new Rating first."""
    hands, keys = new.hands, new.seating.keys
    found = []
    for place in rated:
        device = int(keys.device[place])
        one, two = old.states[place], new.states[place]
        found.append(
            PlayerComparison(
                player_id=hands.player_ids[int(keys.player[place])].as_py(),
                device_id=hands.device_ids[device].as_py() if device >= 0 else None,
                rated_hands=int(two["rated_hands"]),
                rating_before=float(one["rating"]),
                rating_after=float(two["rating"]),
                form_before=float(one["form"]),
                form_after=float(two["form"]),
                level_before=_level(one, old.config),
                level_after=_level(two, new.config),
                is_at_risk_before=bool(one["is_at_risk"]),
                is_at_risk_after=bool(two["is_at_risk"]),
                protected_hands_left_before=_protected(one, old.config),
                protected_hands_left_after=_protected(two, new.config),
                kind=_kind(int(one["level"]), int(two["level"])),
            )
        )
    return tuple(sorted(found, key=lambda player: -player.rating_after))


def _level(state: np.void, config: RatingConfig) -> str | None:
    place = int(state["level"])
    return None if place == NO_LEVEL else config.levels.table[place].name


def _protected(state: np.void, config: RatingConfig) -> int:
    passed = int(state["rated_hands"]) - int(state["promoted_at"])
    return max(0, config.levels.protected_hands - passed)


def _kind(before: int, after: int) -> Kind:
    if before == after:
        return "same"
    return "promoted" if after > before else "demoted"
