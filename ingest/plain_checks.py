"""Which plainly well-formed hands are plainly sound too.

What is not may still be sound, or is refused with a code and a sentence:
`ingest.soundness` and `ingest.claims` look at it field by field. Special hands, which
are rare, are left to them on purpose.
"""

from typing import Final

import numpy as np

from ingest.plain_code import Pointer, compiled, inlined, pointer
from ingest.plain_schema import ABSENT, AT, FALSE, NULL, SLOTS, TRUE, WORDS
from ingest.plain_state import State, get, state_in_place
from ingest.records import LINES

# Of a ruleset: is there one, seats, sides, is there a joker button, points below which
# no game is over (`NULL` where rounds can end it).
IS_KNOWN, N_SEATS, N_SIDES, HAS_BUTTON, LEAST_TO_END = range(5)
WRONG, RIGHT, ASK = range(3)  # ASK: right if the ruleset ends the game so

LINE_SLOTS: Final = tuple(SLOTS[line] for line in LINES)
SOLO, WENT_OUT = WORDS.index('"solo"'), WORDS.index('"went_out"')
ABANDONED, COMPUTER = WORDS.index('"abandoned"'), WORDS.index('"computer"')


@inlined
def is_right_hand(state: State, hand: int, ruleset: np.ndarray) -> bool:
    """Whether the fields of a hand agree with each other and with its ruleset."""
    n_seats = ruleset[N_SEATS]
    went_out = get(state, AT.ended_by, hand) == WENT_OUT
    out_seat, device = (
        get(state, AT.went_out_seat, hand),
        get(state, AT.device_id, hand),
    )
    is_right = get(state, AT.seats, hand) == n_seats
    is_right &= get(state, AT.sides, hand) == ruleset[N_SIDES]
    is_right &= get(state, AT.started_at, hand) <= get(state, AT.ended_at, hand)
    is_right &= get(state, AT.dealer_seat, hand) < n_seats
    is_right &= out_seat == NULL or (went_out and out_seat < n_seats)
    is_right &= get(state, AT.special_hand_seat, hand) == NULL
    is_right &= went_out or get(state, AT.concealed, hand) == FALSE
    if get(state, AT.mode, hand) == SOLO:
        return is_right and device != ABSENT
    return is_right and device < 0


@inlined
def is_right_seat(state: State, row: int) -> bool:
    """Whether a seat is that of a player, or of a computer with a skill."""
    is_computer = get(state, AT.controller, row) == COMPUTER
    has_skill, left = (
        get(state, AT.skill, row) != NULL,
        get(state, AT.left_in_hand, row) == TRUE,
    )
    if get(state, AT.player_id, row) < 0:
        return is_computer and has_skill and not left
    return not has_skill and (is_computer or not left)


@inlined
def is_same_player(data: Pointer, state: State, row: int, other: int) -> bool:
    """Whether the player of one seat sits in another too."""
    one, two = get(state, AT.player_id, row), get(state, AT.player_id, other)
    length = get(state, AT.player_id_length, row)
    if two < 0 or length != get(state, AT.player_id_length, other):
        return False
    for place in range(length - 1, -1, -1):  # ids differ rather at their ends
        if data[one + place] != data[two + place]:
            return False
    return True


@inlined
def are_right_seats(
    data: Pointer, state: State, hand: int, first: int, ruleset: np.ndarray
) -> bool:
    """Whether the seats of a hand are those of its ruleset and its mode."""
    n_players = n_present = 0
    end = first + get(state, AT.seats, hand)
    for row in range(first, end):
        if get(state, AT.seat, row) != row - first or not is_right_seat(state, row):
            return False
        if ruleset[HAS_BUTTON] and get(state, AT.extra_jokers, row) == NULL:
            return False
        if get(state, AT.player_id, row) < 0:
            continue
        n_players += 1
        n_present += get(state, AT.controller, row) != COMPUTER
        for other in range(row + 1, end):
            if is_same_player(data, state, row, other):
                return False
    return get(state, AT.mode, hand) != SOLO or n_players == n_present == 1


@inlined
def is_right_side(state: State, row: int) -> bool:
    """Whether the points of a side add up, and no special hand is among them."""
    total, is_whole = 0, True
    for line in LINE_SLOTS:
        is_whole &= get(state, line, row) != NULL
        total += get(state, line, row)
    points = get(state, AT.points, row)
    is_right = points + get(state, AT.points_before, row) == get(
        state, AT.points_after, row
    )
    is_right &= get(state, AT.special_hand, row) == NULL
    return is_right and (not is_whole or total == points)


@inlined
def verdict(
    data: Pointer,
    state: State,
    hand: int,
    seat: int,
    side: int,
    ruleset: np.ndarray,
) -> int:
    """`RIGHT`, `WRONG` or `ASK` of one hand with its first seat and side."""
    if not ruleset[IS_KNOWN] or not is_right_hand(state, hand, ruleset):
        return WRONG
    if not are_right_seats(data, state, hand, seat, ruleset):
        return WRONG
    best = NULL
    for row in range(side, side + get(state, AT.sides, hand)):
        if not is_right_side(state, row):
            return WRONG
        best = max(best, get(state, AT.points_after, row))
    if get(state, AT.ended_by, hand) == ABANDONED:
        return RIGHT
    if best >= ruleset[LEAST_TO_END]:
        return ASK
    return RIGHT if get(state, AT.game_over, hand) == FALSE else WRONG


@compiled
def verdicts(
    lines: np.ndarray,
    state: State,
    number: np.ndarray,
    rulesets: np.ndarray,
    found: np.ndarray,
) -> None:
    """Put the verdict of each hand into `found`; `number` is that of its ruleset.

    `rulesets` has a row a ruleset: IS_KNOWN, N_SEATS, ...
    """
    data, state = pointer(lines), state_in_place(state)
    seat = side = 0
    for hand in range(len(found)):
        ruleset = rulesets[number[hand]]
        found[hand] = verdict(data, state, hand, seat, side, ruleset)
        seat += get(state, AT.seats, hand)
        side += get(state, AT.sides, hand)
