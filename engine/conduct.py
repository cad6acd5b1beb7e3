"""What people do beside playing: run out of time, leave, come back, give up."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """How often a person does it, as chances in [0, 1]."""

    time_out: float = 0.0  # a turn
    leave: float = 0.0  # a turn
    come_back: float = 0.0  # a turn of the own seat while away


STEADY: Final = Conduct()
