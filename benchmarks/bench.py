"""`make bench`: one table with every figure, printed as it is measured."""

import argparse
import importlib
import os
import platform
import sys

from benchmarks.timing import Figure

AREAS = (
    "engine",
    "pipeline",
    "concurrency",
    "replay",
    "sweep",
    "simulate",
    "forecast",
    "pages",
)


def shown(figure: Figure) -> str:
    """One row of the table."""
    digits = 0 if figure.value >= 100 else 1 if figure.value >= 10 else 3
    value = f"{figure.value:,.{digits}f}"
    name = f"{figure.area:<9} {figure.what:<46}"
    return f"{name} {value:>12} {figure.unit:<12} {figure.note}".rstrip()


def main() -> None:
    """Measure the areas asked for, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("areas", nargs="*", choices=[[], *AREAS], default=[])
    areas = parser.parse_args().areas or AREAS
    sys.stdout.write(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, best of 3 runs\n"
    )
    for area in areas:
        module = importlib.import_module(f"benchmarks.{area}_figures")
        for figure in module.figures():
            sys.stdout.write(shown(figure) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
