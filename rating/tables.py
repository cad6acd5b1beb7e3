"""A replay's result as the rows of rating_changes, player_ratings and level_changes."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from rating.config import MARGIN_FUNCTIONS, RatingConfig
from rating.described import describe_changes
from rating.formulas import NORMAL_CDF, zero_margins
from rating.hands import family_of
from rating.level_steps import DEMOTED, EVENTS, NO_LEVEL, PROMOTED, STARTED
from rating.replay import ReplayResult
from rating.totals import Totals, add_up

LEVEL_STEPS = tuple(EVENTS[event] for event in (STARTED, PROMOTED, DEMOTED))
PLAIN_COLUMNS = (
    "seat",
    "side",
    "margin",
    "side_rating",
    "other_side_rating",
    "expected_score",
    "actual_score",
    "k_factor",
    "opponents_part",
    "result_part",
    "rating_before",
    "rating_change",
    "rating_after",
    "form_before",
    "form_after",
    "rated_hands",
    "finished_games",
)
UTC_MICROSECONDS = pa.timestamp("us", tz="UTC")


def changes_table(result: ReplayResult, before: Totals | None = None) -> pa.Table:
    """The rows of rating_changes, but for rating_run_id; in the order of `seq`.

    `before` are the totals of the pieces before `result`: `seq` goes on from there.
    """
    hands = result.hands
    seen = describe_changes(
        result.changes, hands.margin, result.inputs, result.constants
    )
    hand = seen.hand
    ladder = hands.ladder[hand]
    numbers = {name: getattr(seen, name) for name in PLAIN_COLUMNS}
    return pa.table(
        {
            "ladder": _named(ladder, pa.array(hands.ladders, pa.string())),
            "device_id": _named(hands.device[hand], hands.device_ids),
            "seq": _seq(ladder, len(hands.ladders), before),
            "hand_id": _named(hand, hands.hand_id),
            "game_id": _named(hands.game[hand], hands.game_ids),
            "hand_no": hands.hand_no[hand],
            "ended_at": pa.array(hands.ended_at[hand]).cast(UTC_MICROSECONDS),
            "player_id": _named(hands.player[hand, seen.seat], hands.player_ids),
            **numbers,
            "zero_margin": _zero_margins(result, seen.expected_score, ladder),
            "level": _named(seen.level, _level_names(result.config)),
            "level_event": _named(seen.event - 1, pa.array(EVENTS[1:], pa.string())),
            "settled_by_hand_id": _named(seen.settled_by, hands.hand_id),
        }
    )


def ratings_table(result: ReplayResult, totals: Totals | None = None) -> pa.Table:
    """The rows of player_ratings: every player with a rated hand.

    `totals` are those after `result`, where other pieces came before it.
    """
    totals = totals or add_up(result)
    hands, config = result.hands, result.config
    keys = result.seating.keys
    rated = np.flatnonzero(totals.peak > -np.inf)
    state = result.states[rated]
    level = state["level"].astype(np.int64)
    is_rated = level != NO_LEVEL
    passed = state["rated_hands"] - state["promoted_at"].astype(np.int64)
    protected = np.maximum(0, config.levels.protected_hands - passed)
    return pa.table(
        {
            "ladder": _named(keys.ladder[rated], pa.array(hands.ladders, pa.string())),
            "player_id": _named(keys.player[rated], hands.player_ids),
            "device_id": _named(keys.device[rated], hands.device_ids),
            "start_rating": totals.start[rated],
            "rating": state["rating"].copy(),
            "form": state["form"].copy(),
            "rated_hands": _wide(state["rated_hands"]),
            "finished_games": _wide(state["finished_games"]),
            "level": _named(level, _level_names(config)),
            "level_since_hands": pa.array(_wide(state["step_at"]), mask=~is_rated),
            "protected_hands_left": protected,
            "is_at_risk": state["is_at_risk"].astype(np.bool_),
            "n_pending_hands": _wide(state["n_pending"]),
            **_next_level(config, level),
            "peak_rating": totals.peak[rated],
            "last_change": totals.last_change[rated],
            "last_hand_id": totals.last_hand_id.take(pa.array(rated)),
            "last_hand_at": pa.array(totals.last_hand_at[rated]).cast(UTC_MICROSECONDS),
        }
    )


def level_changes_table(changes: pa.Table, config: RatingConfig) -> pa.Table:
    """The rows of level_changes: those of rating_changes that moved a level.

    A settled step is dated by its own hand, as in rating_changes.
    """
    moved = pc.is_in(changes["level_event"], pa.array(LEVEL_STEPS, pa.string()))
    steps = changes.filter(moved)
    kind, to_level = steps["level_event"].to_pylist(), steps["level"].to_pylist()
    names = [level.name for level in config.levels.table]
    # A player who started had no level, one promoted the one below, one demoted
    # the one above.
    away = {"started": None, "promoted": -1, "demoted": 1}
    from_level = [
        None if (by := away[event]) is None else names[names.index(level) + by]
        for event, level in zip(kind, to_level, strict=True)
    ]
    return pa.table(
        {
            "ladder": steps["ladder"],
            "player_id": steps["player_id"],
            "device_id": steps["device_id"],
            "seq": steps["seq"],
            "hand_id": steps["hand_id"],
            "at": steps["ended_at"],
            "from_level": pa.array(from_level, pa.string()),
            "to_level": steps["level"],
            "kind": steps["level_event"],
        }
    )


def levels_table(config: RatingConfig, ladders: Sequence[str]) -> pa.Table:
    """The rows of levels: the level table, once for each ladder."""
    rows = [
        {
            "ladder": ladder,
            "level_no": number,
            "level": level.name,
            "form_line": level.form,
            "hands": level.hands,
            "games": level.games,
        }
        for ladder in ladders
        for number, level in enumerate(config.levels.table)
    ]
    return pa.Table.from_pylist(rows)


def _next_level(config: RatingConfig, level: NDArray[np.int64]) -> dict[str, pa.Array]:
    """What the next level asks for; null above the highest level.

    While there is no level yet, the next one is the lowest and asks for the
    provisional hands alone.
    """
    table = config.levels.table
    above = level + 1
    at_top = above >= len(table)
    form = np.array([np.nan if x.form is None else x.form for x in table])
    hands = np.array([config.start.provisional_hands, *(x.hands for x in table[1:])])
    games = np.array([0, *(x.games for x in table[1:])])
    shown = np.minimum(above, len(table) - 1)
    return {
        "next_level": _named(np.where(at_top, -1, above), _level_names(config)),
        "form_needed": pa.array(form[shown], mask=at_top | np.isnan(form[shown])),
        "hands_needed": pa.array(_wide(hands[shown]), mask=at_top),
        "games_needed": pa.array(_wide(games[shown]), mask=at_top),
    }


def _zero_margins(
    result: ReplayResult, expected: NDArray[np.float64], ladder: NDArray[np.int32]
) -> pa.Array:
    """The zero margin of each change; null where no finite margin counts zero."""
    function = MARGIN_FUNCTIONS.index(result.config.change.margin_function)
    probit = expected
    if function == NORMAL_CDF:
        from scipy.special import ndtri  # 0.1 s to import, rarely needed

        probit = ndtri(expected)
    scales = np.array(
        [result.config.margin_scale(family_of(x)) for x in result.hands.ladders]
    )
    margins = zero_margins(expected, probit, scales[ladder], function)
    return pa.array(margins, mask=~np.isfinite(margins))


def _level_names(config: RatingConfig) -> pa.StringArray:
    return pa.array([level.name for level in config.levels.table], pa.string())


def _named(places: NDArray[np.signedinteger], names: pa.StringArray) -> pa.Array:
    """Names by place; null where the place is negative."""
    return pa.DictionaryArray.from_arrays(_or_null(places), names)


def _or_null(places: NDArray[np.signedinteger]) -> pa.Array:
    return pa.array(places, mask=places < 0)


def _wide(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    return counts.astype(np.int64)


def _seq(
    groups: NDArray[np.int32], n_groups: int, before: Totals | None
) -> NDArray[np.int64]:
    """The numbers that follow those `before` on each ladder, in the order of rows."""
    numbers = np.empty(len(groups), dtype=np.int64)
    for group in range(n_groups):
        rows = np.flatnonzero(groups == group)
        is_known = before is not None and group < len(before.n_changes)
        first = 1 + int(before.n_changes[group]) if before and is_known else 1
        numbers[rows] = np.arange(first, first + len(rows))
    return numbers
