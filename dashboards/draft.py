"""The lab's form: a draft of the configuration and how it differs from the live."""

import tomllib
from collections.abc import Iterator

import streamlit as st

from dashboards.table import show_table
from rating.config import FORM_KINDS, MARGIN_FUNCTIONS, RatingConfig
from rating.config_file import parse_config, with_values
from rating.config_values import RatingConfigError


def edit(base: RatingConfig, family: str) -> RatingConfig | None:
    """The draft that was just sent off, made of `base`; None before Replay."""
    with st.form("draft", border=True):
        steps = _k_steps(base)
        places = st.columns(4)
        function = places[0].selectbox(
            "Margin function",
            MARGIN_FUNCTIONS,
            index=MARGIN_FUNCTIONS.index(base.change.margin_function),
            key="margin_function",
            help="How a margin becomes a score between 0 and 1.",
        )
        scale = places[1].number_input(
            f"Margin scale, {family}",
            min_value=1.0,
            value=base.margin_scale(family),
            step=50.0,
            format="%.0f",
            key="margin_scale",
            help="The larger, the less a margin counts.",
        )
        kind = places[2].selectbox(
            "Form average",
            FORM_KINDS,
            index=FORM_KINDS.index(base.form.kind),
            key="form_kind",
        )
        span = places[3].number_input(
            "Form span, hands", 1, 1000, base.form.span, key="form_span"
        )
        is_sent = st.form_submit_button("Replay", type="primary")
    if not is_sent:
        return None
    values = {
        "change.k": steps,
        "change.margin_function": function,
        f"change.margin_scale.{family}": scale,
        "form.kind": kind,
        "form.span": span,
    }
    try:
        return with_values(base, values)
    except RatingConfigError as error:
        st.error(f"This draft is refused: {error}.")
        return None


def _k_steps(base: RatingConfig) -> list[dict[str, float]]:
    steps = []
    for number, (step, place) in enumerate(
        zip(base.change.k, st.columns(len(base.change.k)), strict=True)
    ):
        from_hand = place.number_input(
            f"Step {number + 1}: from rated hand",
            0,
            100_000,
            step.from_hand,
            key=f"from_hand_{number}",
            disabled=number == 0,
        )
        k = place.number_input(
            f"Step {number + 1}: K-factor",
            0.5,
            400.0,
            step.k,
            1.0,
            format="%.1f",
            key=f"k_{number}",
        )
        steps.append({"from_hand": from_hand, "k": k})
    return steps


def show_differences(live: RatingConfig, toml: str) -> None:
    """Only what differs between the live configuration and the draft."""
    before = dict(_flat(tomllib.loads(live.to_toml())))
    after = dict(_flat(tomllib.loads(parse_config(toml).to_toml())))
    changed = [
        (key, before.get(key, "–"), after.get(key, "–"))
        for key in sorted(before | after)
        if before.get(key) != after.get(key)
    ]
    if not changed:
        st.caption("The draft equals the live configuration.")
        return
    show_table(("Changed", "Live", "Draft"), changed, alt="What the draft changes.")


def _flat(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _flat(inner, f"{key}[{number}]")
    else:
        yield key, str(value)
