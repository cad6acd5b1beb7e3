"""A replay's result as the rows of rating_changes, player_ratings and level_changes."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.change import COLUMNS
from rating.config import RatingConfig
from rating.described import describe_changes, of_both_sides, zero_margins_of
from rating.level_steps import DEMOTED, EVENTS, NO_LEVEL, PROMOTED, STARTED
from rating.replay import ReplayResult
from rating.seating import FIRST_PLAYER_ROW
from rating.totals import Totals, add_up

UTC_MICROSECONDS = pa.timestamp("us", tz="UTC")


def changes_table(result: ReplayResult, before: Totals | None = None) -> pa.Table:
    """The rows of rating_changes, but for rating_run_id; in the order of `seq`.

    `before` are the totals of the pieces before `result`: `seq` goes on from there.
    """
    hands, changes = result.hands, result.changes
    ladder = hands.ladder[changes["hand"]]
    seen = describe_changes(changes, result.inputs, result.constants)
    hand, side = seen.hand, (seen.seat & 1).astype(np.int64)
    columns = {
        "ladder": named(ladder, pa.array(hands.ladders, pa.string())),
        "device_id": named(hands.device[hand], hands.device_ids),
        "seq": _seq(result, before, np.arange(len(changes))),
        "hand_id": named(hand, hands.hand_id),
        "game_id": named(hands.game[hand], hands.game_ids),
        "hand_no": hands.hand_no[hand],
        "ended_at": pa.array(hands.ended_at[hand]).cast(UTC_MICROSECONDS),
        "side": side,
        "player_id": named(hands.player[hand, seen.seat], hands.player_ids),
        "margin": np.where(side, -hands.margin[hand], hands.margin[hand]),
        **_scores(result, hand, side),
        "level": named(seen.level, level_names(result.config)),
        "level_event": named(seen.event - 1, event_names()),
        "settled_by_hand_id": named(seen.settled_by, hands.hand_id),
    }
    numbers = {name: getattr(seen, name) for name in COLUMNS if name not in columns}
    return pa.table({name: (columns | numbers)[name] for name in COLUMNS})


def _scores(
    result: ReplayResult, hand: NDArray[np.int32], side: NDArray[np.int64]
) -> dict[str, pa.Array]:
    """What the sides of each change's hand have, from the player's side."""
    played, place = np.unique(hand.astype(np.int64), return_inverse=True)
    strengths = result.inputs.side_ratings[hand]
    rows = np.arange(len(hand))
    zeros = zero_margins_of(result, played)[place]
    zeros = np.where(side, 0.0 - zeros, zeros)
    return {
        "side_rating": strengths[rows, side],
        "other_side_rating": strengths[rows, 1 - side],
        "expected_score": of_both_sides(result.inputs.expected[played])[place, side],
        "actual_score": of_both_sides(result.actual[played])[place, side],
        "zero_margin": pa.array(zeros, mask=~np.isfinite(zeros)),
    }


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
            "ladder": named(keys.ladder[rated], pa.array(hands.ladders, pa.string())),
            "player_id": named(keys.player[rated], hands.player_ids),
            "device_id": named(keys.device[rated], hands.device_ids),
            "start_rating": totals.start[rated],
            "rating": state["rating"].copy(),
            "form": state["form"].copy(),
            "rated_hands": _wide(state["rated_hands"]),
            "finished_games": _wide(state["finished_games"]),
            "level": named(level, level_names(config)),
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


def level_changes_table(
    result: ReplayResult, before: Totals | None = None, after: Totals | None = None
) -> pa.Table:
    """The rows of level_changes: those of rating_changes that moved a level.

    `before` and `after` are the totals on both sides of `result`. A settled step is
    dated by its own hand, as in rating_changes.
    """
    hands, keys = result.hands, result.seating.keys
    places = (after or add_up(result)).steps
    changes = result.changes[places]
    hand, state = changes["hand"], changes["row"] - FIRST_PLAYER_ROW
    event, level = changes["event"], changes["level"].astype(np.int64)
    names = level_names(result.config)
    # Who started had no level, who was promoted the one below, who was demoted the
    # one above.
    away = np.select([event == PROMOTED, event == DEMOTED], [-1, 1])
    from_level = np.where(event == STARTED, NO_LEVEL, level + away)
    return pa.table(
        {
            "ladder": named(keys.ladder[state], pa.array(hands.ladders, pa.string())),
            "player_id": named(keys.player[state], hands.player_ids),
            "device_id": named(keys.device[state], hands.device_ids),
            "seq": _seq(result, before, places),
            "hand_id": named(hand, hands.hand_id),
            "at": pa.array(hands.ended_at[hand]).cast(UTC_MICROSECONDS),
            "from_level": named(from_level, names),
            "to_level": named(level, names),
            "kind": named(event.astype(np.int8) - 1, event_names()),
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
        "next_level": named(np.where(at_top, -1, above), level_names(config)),
        "form_needed": pa.array(form[shown], mask=at_top | np.isnan(form[shown])),
        "hands_needed": pa.array(_wide(hands[shown]), mask=at_top),
        "games_needed": pa.array(_wide(games[shown]), mask=at_top),
    }


def level_names(config: RatingConfig) -> pa.StringArray:
    """The levels by their places."""
    return pa.array([level.name for level in config.levels.table], pa.string())


def event_names() -> pa.StringArray:
    """What can happen to a level, by its place in EVENTS less one."""
    return pa.array(EVENTS[1:], pa.string())


def named(places: NDArray[np.signedinteger], names: pa.StringArray) -> pa.Array:
    """Names by place; null where the place is negative."""
    return pa.DictionaryArray.from_arrays(_or_null(places), names)


def _or_null(places: NDArray[np.signedinteger]) -> pa.Array:
    return pa.array(places, mask=places < 0)


def _wide(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    return counts.astype(np.int64)


def _seq(
    result: ReplayResult, before: Totals | None, places: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The numbers of the changes at `places`, which follow those `before`."""
    n_ladders = len(result.hands.ladders)
    n_known = before.n_changes if before else np.zeros(0, dtype=np.int64)
    first = np.ones(n_ladders, dtype=np.int64)
    first[: len(n_known)] += n_known
    if n_ladders == 1:  # no need to look at every hand
        return np.asarray(first[0] + places)
    ladder = result.hands.ladder[result.changes["hand"]]
    numbers = np.empty(len(ladder), dtype=np.int64)
    for place in range(n_ladders):
        rows = np.flatnonzero(ladder == place)
        numbers[rows] = np.arange(first[place], first[place] + len(rows))
    return numbers[places]
