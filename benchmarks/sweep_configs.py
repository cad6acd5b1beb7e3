"""The configurations that the figures of a sweep are measured with."""

import itertools

from rating.config import RatingConfig
from rating.config_file import with_values


def configs_of_bench() -> list[RatingConfig]:
    """200 configurations: three K-factors and the scale of margins."""
    grid = itertools.product(
        (20, 24, 28, 32), (12, 16, 20, 24, 28), (6, 8, 10, 12, 14), (700, 900)
    )
    return [
        with_values(
            RatingConfig(),
            {
                "change.k[0].k": first,
                "change.k[1].k": second,
                "change.k[2].k": third,
                "change.margin_scale.coastal": scale,
            },
        )
        for first, second, third, scale in grid
    ]
