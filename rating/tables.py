"""A replay's result as the rows of rating_changes, player_ratings and level_changes."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.config import MARGIN_FUNCTIONS, RatingConfig
from rating.formulas import NORMAL_CDF, zero_margins
from rating.hands import family_of
from rating.kernel import describe_changes
from rating.level_steps import DEMOTED, EVENTS, NO_LEVEL, PROMOTED, STARTED
from rating.records import Floats
from rating.replay import ReplayResult, start_ratings
from rating.seating import FIRST_PLAYER_ROW

LEVEL_STEPS = (STARTED, PROMOTED, DEMOTED)
UTC_MICROSECONDS = pa.timestamp("us", tz="UTC")


def changes_table(result: ReplayResult) -> pa.Table:
    """The rows of rating_changes, but for rating_run_id; in the order of `seq`."""
    hands, changes = result.hands, result.changes
    hand = changes["hand"].astype(np.int64)
    ladder = hands.ladder[hand]
    seen = describe_changes(changes, hands.margin, result.inputs, result.constants)
    return pa.table(
        {
            "ladder": _named(ladder, pa.array(hands.ladders, pa.string())),
            "device_id": _named(hands.device[hand], hands.device_ids),
            "seq": _count_by(ladder, len(hands.ladders)),
            "hand_id": hands.hand_id.take(pa.array(hand)),
            "game_id": _named(hands.game[hand], hands.game_ids),
            "hand_no": hands.hand_no[hand],
            "ended_at": pa.array(hands.ended_at[hand]).cast(UTC_MICROSECONDS),
            "seat": _wide(changes["seat"]),
            "side": _wide(changes["seat"] & 1),
            "player_id": _named(hands.player[hand, changes["seat"]], hands.player_ids),
            "margin": seen.margin,
            "side_rating": seen.side_rating,
            "other_side_rating": seen.other_side_rating,
            "expected_score": seen.expected,
            "actual_score": seen.actual,
            "k_factor": seen.k,
            "opponents_part": seen.opponents_part,
            "result_part": seen.result_part,
            "zero_margin": _zero_margins(result, seen.expected, ladder),
            "rating_before": changes["rating_before"].copy(),
            "rating_change": changes["rating_change"].copy(),
            "rating_after": changes["rating_after"].copy(),
            "form_before": changes["form_before"].copy(),
            "form_after": changes["form_after"].copy(),
            "rated_hands": _wide(changes["rated_hands"]),
            "finished_games": _wide(changes["finished_games"]),
            "level": _named(changes["level"], _level_names(result.config)),
            "level_event": _named(
                changes["event"].astype(np.int32) - 1,
                pa.array(EVENTS[1:], pa.string()),
            ),
            "settled_by_hand_id": hands.hand_id.take(
                _or_null(changes["settled_by"].astype(np.int64))
            ),
        }
    )


def ratings_table(result: ReplayResult) -> pa.Table:
    """The rows of player_ratings: every player with a rated hand."""
    hands, changes, config = result.hands, result.changes, result.config
    keys = result.seating.keys
    peak, last = peaks(changes, len(keys))
    rated = np.flatnonzero(last >= 0)
    state, last = result.states[rated], last[rated]
    last_hand = changes["hand"][last].astype(np.int64)
    level = state["level"].astype(np.int64)
    is_rated = level != NO_LEVEL
    passed = state["rated_hands"] - state["promoted_at"].astype(np.int64)
    protected = np.maximum(0, config.levels.protected_hands - passed)
    return pa.table(
        {
            "ladder": _named(keys.ladder[rated], pa.array(hands.ladders, pa.string())),
            "player_id": _named(keys.player[rated], hands.player_ids),
            "device_id": _named(keys.device[rated], hands.device_ids),
            "start_rating": start_ratings(config, keys)[rated],
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
            "peak_rating": peak[rated],
            "last_change": changes["rating_change"][last].copy(),
            "last_hand_id": hands.hand_id.take(pa.array(last_hand)),
            "last_hand_at": pa.array(hands.ended_at[last_hand]).cast(UTC_MICROSECONDS),
        }
    )


def level_changes_table(result: ReplayResult) -> pa.Table:
    """The rows of level_changes: the changes of rating_changes that moved a level.

    A settled step is dated by its own hand, as in rating_changes.
    """
    hands, config = result.hands, result.config
    steps = result.changes[np.isin(result.changes["event"], LEVEL_STEPS)]
    hand = steps["hand"].astype(np.int64)
    # A player who started had no level, one promoted the one below, one demoted
    # the one above.
    moved = np.where(steps["event"] == DEMOTED, -1, 1)
    names = _level_names(config)
    return pa.table(
        {
            "ladder": _named(hands.ladder[hand], pa.array(hands.ladders, pa.string())),
            "player_id": _named(hands.player[hand, steps["seat"]], hands.player_ids),
            "device_id": _named(hands.device[hand], hands.device_ids),
            "hand_id": hands.hand_id.take(pa.array(hand)),
            "at": pa.array(hands.ended_at[hand]).cast(UTC_MICROSECONDS),
            "from_level": _named(steps["level"] - moved, names),
            "to_level": _named(steps["level"], names),
            "kind": _named(
                steps["event"].astype(np.int32) - 1,
                pa.array(EVENTS[1:], pa.string()),
            ),
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


def _count_by(groups: NDArray[np.int32], n_groups: int) -> NDArray[np.int64]:
    """1, 2, 3, … within each group, in the order of the rows."""
    numbers = np.empty(len(groups), dtype=np.int64)
    for group in range(n_groups):
        rows = np.flatnonzero(groups == group)
        numbers[rows] = np.arange(1, len(rows) + 1)
    return numbers


@compiled
def peaks(changes: NDArray[np.void], n_states: int) -> tuple[Floats, NDArray[np.int64]]:
    """The highest Rating of each state after a rated hand, and its last change.

    -inf and -1 where no hand was rated.
    """
    peak = np.full(n_states, -np.inf)
    last = np.full(n_states, -1, dtype=np.int64)
    for i in range(len(changes)):
        place = changes[i]["row"] - FIRST_PLAYER_ROW
        peak[place] = max(peak[place], changes[i]["rating_after"])
        last[place] = i
    return peak, last
