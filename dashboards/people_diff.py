"""The lab's answer: accuracy before and after, and who would move."""

import math
from collections.abc import Mapping, Sequence

import streamlit as st

from dashboards import charts
from dashboards.table import MINUS, Cell, show_table
from rating.display import shown
from rating.lab import LadderComparison, PlayerComparison
from rating.metrics import Difference

N_LISTED = 50  # rows of a list of people on the screen


def show_accuracy(found: LadderComparison) -> None:
    """Log loss and Brier score before and after, with a verdict in words."""
    st.subheader("Does it foretell hands better?")
    verdict = _verdict(found.log_loss_difference)
    st.info(verdict)
    before, after = found.before, found.after
    loss, brier = found.log_loss_difference, found.brier_difference
    show_table(
        ("", "Live", "Draft", "Draft minus live (95 % interval)"),
        [
            (
                "Log loss",
                f"{before.log_loss:.4f}",
                f"{after.log_loss:.4f}",
                _band(loss),
            ),
            ("Brier score", f"{before.brier:.4f}", f"{after.brier:.4f}", _band(brier)),
        ],
        alt=f"Accuracy over {found.n_hands:,} hands. {verdict}",
    )
    st.caption(
        f"Over {found.n_hands:,} hands of {found.ladder}; smaller is better. Under "
        "another margin function or scale the score itself is measured differently, "
        "so only numbers with equal margins may be compared."
    )


def _verdict(loss: Difference) -> str:
    if math.isnan(loss.low):
        return "Too few games to tell: an interval needs at least two."
    if loss.low <= 0.0 <= loss.high:
        return "No detectable difference: the interval of the log loss holds 0."
    word = "better" if loss.high < 0.0 else "worse"
    return f"The draft foretells hands {word}: log loss {_band(loss)}."


def _band(difference: Difference) -> str:
    numbers = (difference.estimate, difference.low, difference.high)
    estimate, low, high = (f"{x:+.4f}".replace("-", MINUS) for x in numbers)
    return f"{estimate} ({low} to {high})"


def show_people(found: LadderComparison, names: Mapping[str, str]) -> None:
    """Who would be promoted or demoted, and the levels now against then."""
    st.subheader("Who would move?")
    tiles = st.columns(4)
    for tile, label, people in zip(
        tiles,
        ("Higher level", "Lower level", "At risk", "Protected"),
        (found.promoted, found.demoted, found.at_risk, found.protected),
        strict=True,
    ):
        tile.metric(label, f"{len(people):,}", border=True)
    for title, people in (("promoted", found.promoted), ("demoted", found.demoted)):
        _show_list(title, people, names)
    st.subheader("Levels now and then")
    columns = list(found.level_names_after)
    rows: list[list[Cell]] = [
        [level, *counts]
        for level, counts in zip(
            found.level_names_before, found.level_matrix, strict=True
        )
    ]
    charts.draw(
        charts.level_matrix_chart(
            found.level_names_before, columns, found.level_matrix
        ),
        alt=f"Players by level now (rows) and under the draft (columns): "
        f"{len(found.promoted)} higher, {len(found.demoted)} lower, of "
        f"{len(found.players)}.",
        columns=("Now, then →", *columns),
        rows=rows,
    )


def _show_list(
    kind: str, people: Sequence[PlayerComparison], names: Mapping[str, str]
) -> None:
    if not people:
        st.caption(f"Nobody would be {kind}.")
        return
    ordered = sorted(
        people, key=lambda p: abs(p.form_after - p.form_before), reverse=True
    )
    st.markdown(f"**Would be {kind}: {len(people):,}**")
    show_table(
        ("Player", "Level", "Form", "Rating", "Rated hands"),
        [
            (
                names.get(person.player_id, "a player"),
                _moved(
                    person.level_before or "self-rated",
                    person.level_after or "self-rated",
                ),
                _moved(shown(person.form_before), shown(person.form_after)),
                _moved(shown(person.rating_before), shown(person.rating_after)),
                person.rated_hands,
            )
            for person in ordered[:N_LISTED]
        ],
        alt=f"The {len(people)} players who would be {kind}, largest move first.",
    )
    if len(people) > N_LISTED:
        st.caption(f"{N_LISTED:,} of {len(people):,} shown, the largest moves first.")


def _moved(before: str, after: str) -> str:
    return f"{before} → {after}"
