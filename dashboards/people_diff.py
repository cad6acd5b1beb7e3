"""The lab's answer: who would move, and to which level."""

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboards import charts
from dashboards.table import Cell, show_table
from rating.display import shown
from rating.lab import LadderComparison, PlayerComparison

N_LISTED = 50  # rows of a list of people on the screen


def show_people(found: LadderComparison, names: Mapping[str, str]) -> None:
    """Who would be promoted or demoted, and the levels now against then."""
    st.header("Who would move?")
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
    st.header("Levels now and then")
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
