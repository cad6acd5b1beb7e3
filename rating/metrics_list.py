"""The metrics by which a configuration is judged: a closed list, in reading order.

What each one asks, its formula and how to read it says docs/metrics.md.
"""

from dataclasses import dataclass
from typing import Final, Literal

Better = Literal["lower", "higher", "one", "zero", ""]


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric: how it is called and shown; docs/metrics.md says what it means."""

    name: str
    label: str
    unit: str
    digits: int
    better: Better = ""  # "" where neither is
    is_main: bool = False


PER_1000 = "per 1,000 rated seats"
# Those of the block sums stand first, in the order of `_statistics`.
METRICS: Final = (
    Metric("log_loss", "log loss", "nats", 5, "lower", is_main=True),
    Metric("deviance", "deviance", "nats", 5, "lower"),
    Metric("skill", "skill against ½", "share", 4, "higher", is_main=True),
    Metric("brier", "Brier", "", 5, "lower", is_main=True),
    Metric("calibration_slope", "calibration slope", "", 3, "one", is_main=True),
    Metric("sharpness", "sharpness", "score", 4, "higher"),
    Metric("noise", "noise of a settled Rating", "points", 1, "lower", is_main=True),
    Metric("matched_drift", "drift that K suits", "points in 100 hands", 1),
    Metric("points_added", "points added", "a hand", 3, "zero"),
    Metric("promotions", "promotions", PER_1000, 2, is_main=True),
    Metric("demotions", "demotions", PER_1000, 2, is_main=True),
    Metric("warnings", "warnings", PER_1000, 2),
    Metric("reversals", "steps taken back within 100 hands", "share", 3, "lower"),
    # Means over hands.
    Metric("win_log_loss", "log loss of the win", "nats", 5, "lower", is_main=True),
    # Single numbers.
    Metric("win_slope", "slope of the win", "", 3),
    Metric("reliability", "Brier: reliability", "", 5, "lower"),
    Metric("resolution", "Brier: resolution", "", 5, "higher"),
    Metric("uncertainty", "Brier: uncertainty", "", 5),
    Metric("within", "Brier: within bins", "", 5),
    Metric("calibration_error", "calibration error", "score", 4, "lower"),
    Metric("miscalibration", "Brier that recalibration saves", "", 5, "lower"),
    Metric("inflation", "inflation", "points in 100 hands", 2, "zero"),
    Metric("partner_sd", "partnership effect", "score", 4, "lower"),
    Metric("partner_p", "p of no partnership effect", "", 3),
    Metric(
        "hands_to_half", "hands until half of a wrong start is left", "", 0, "lower"
    ),
    Metric(
        "hands_to_close",
        "hands until a tenth of a wrong start is left",
        "",
        0,
        "lower",
        is_main=True,
    ),
    Metric("effective_hands", "hands that a Rating remembers", "", 0),
)
BY_NAME: Final = {metric.name: metric for metric in METRICS}
OF_SUMS: Final = tuple(metric.name for metric in METRICS[:13])
