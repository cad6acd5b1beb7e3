"""The loop that deals out made-up hands, compiled."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.formulas import expected_score
from rating.records import Floats

N_SEATS: Final = 4


class World(NamedTuple):
    """What a population is to the loop; `skill` and `is_busy` are changed by it."""

    skill: Floats  # by player, now
    home: Floats  # by player, where skill is drawn back to
    is_busy: NDArray[np.bool_]  # by player: sits at a table
    chance: Floats  # rising to 1: how likely each player is the next to sit down
    points: NDArray[np.int64]  # (n_points, 2): sides of hands between even sides
    numbers: NDArray[np.void]  # one row of NUMBERS


NUMBERS: Final = np.dtype(
    [
        ("computer_share", "f8"),
        ("computer_skill", "f8"),
        ("away_share", "f8"),
        ("points_a_gap", "f8"),  # margin per rating point of skill
        ("abandoned_share", "f8"),
        ("drift", "f8"),  # SD of a hand, rating points
        ("kept", "f8"),  # share of the distance to `home` that a hand leaves
        ("target", "i8"),
        ("is_strict", "i8"),  # the target must be passed
    ]
)

TABLE: Final = np.dtype(
    [
        ("player", "i4", (N_SEATS,)),
        ("points", "i8", (2,)),  # so far
        ("gives_up_at", "f8"),  # points of a side
        ("hand_no", "i8"),
        ("game", "i4"),  # -1 where nobody sits
    ]
)


class Dealt(NamedTuple):
    """The hands, in order; filled by the loop."""

    game: NDArray[np.int32]
    hand_no: NDArray[np.int64]
    player: NDArray[np.int32]  # (n_hands, 4); -1 a computer
    skill: Floats  # (n_hands, 4), before the hand; of who is away their own
    is_away: NDArray[np.bool_]  # (n_hands, 4): the computer plays for the player
    points: NDArray[np.int64]  # (n_hands, 2)
    is_game_over: NDArray[np.bool_]


@compiled
def deal_hands(
    world: World, tables: NDArray[np.void], dealt: Dealt, rng: np.random.Generator
) -> int:
    """Play hand after hand, the tables in turn; returns the number of games.

    A free table is filled; a game ends at the target or when its table breaks up.
    """
    target = world.numbers[0]["target"]
    is_strict = world.numbers[0]["is_strict"]
    n_games = 0
    for hand in range(len(dealt.game)):
        table = tables[hand % len(tables)]
        if table["game"] < 0:
            fill_table(table, n_games, world, rng)
            n_games += 1
        table["hand_no"] += 1
        dealt.game[hand] = table["game"]
        dealt.hand_no[hand] = table["hand_no"]
        play_hand(table, hand, world, dealt, rng)
        best, other = table["points"].max(), table["points"].min()
        is_over = (best > target or (best == target and not is_strict)) and best > other
        dealt.is_game_over[hand] = is_over
        ends = is_over or best >= table["gives_up_at"]
        end_hand(table, ends, world, rng)
    return n_games


@inlined
def fill_table(
    table: np.void, game: int, world: World, rng: np.random.Generator
) -> None:
    """Begin a game: seats go to computers with their share, else to free players.

    A game that will be abandoned breaks up when a side first has a part of the
    target that is drawn now.
    """
    numbers = world.numbers[0]
    table["game"] = game
    table["hand_no"] = 0
    table["points"][:] = 0
    table["gives_up_at"] = np.inf
    if rng.random() < numbers["abandoned_share"]:
        table["gives_up_at"] = rng.random() * numbers["target"]
    for seat in range(N_SEATS):
        who = -1
        if rng.random() >= numbers["computer_share"]:
            who = next_player(world.chance, world.is_busy, rng)
            world.is_busy[who] = True
        table["player"][seat] = who


@inlined
def play_hand(
    table: np.void, hand: int, world: World, dealt: Dealt, rng: np.random.Generator
) -> None:
    """Draw a hand between even sides and move its points by the gap in skill."""
    numbers = world.numbers[0]
    gap = 0.0
    for seat in range(N_SEATS):
        who = table["player"][seat]
        computer = numbers["computer_skill"]
        skill = world.skill[who] if who >= 0 else computer
        # Nothing is drawn where nobody goes away: those hands keep their bits.
        share = numbers["away_share"]
        is_away = who >= 0 and share > 0.0 and rng.random() < share
        dealt.player[hand, seat] = who
        dealt.skill[hand, seat] = skill
        dealt.is_away[hand, seat] = is_away
        gap += (-0.5 if seat & 1 else 0.5) * (computer if is_away else skill)
    shift = numbers["points_a_gap"] * gap / 2.0
    row = rng.integers(0, len(world.points))
    first = rng.integers(0, 2)
    for side in range(2):
        even = world.points[row, first ^ side]
        made = even - shift if side else even + shift
        points = np.int64(np.rint(made / 5.0)) * 5
        dealt.points[hand, side] = points
        table["points"][side] += points


@inlined
def end_hand(
    table: np.void, ends: bool, world: World, rng: np.random.Generator
) -> None:
    """Let skill wander; where the game ends, everybody gets up."""
    numbers = world.numbers[0]
    for seat in range(N_SEATS):
        who = table["player"][seat]
        if who >= 0:
            if numbers["drift"] > 0.0:
                away = numbers["kept"] * (world.skill[who] - world.home[who])
                step = numbers["drift"] * rng.standard_normal()
                world.skill[who] = world.home[who] + away + step
            if ends:
                world.is_busy[who] = False
    if ends:
        table["game"] = -1


@compiled
def next_player(
    chance: Floats, is_busy: NDArray[np.bool_], rng: np.random.Generator
) -> int:
    """A player who is free, drawn by activity."""
    n_players = len(chance)
    who = 0
    for _ in range(64):
        who = int(np.searchsorted(chance, rng.random(), side="right"))
        who = min(who, n_players - 1)
        if not is_busy[who]:
            return who
    while is_busy[who]:  # the active ones all play: the next one who does not
        who = (who + 1) % n_players
    return who


@compiled
def expected_scores(gap: Floats, scale: float) -> Floats:
    """E of the side that is stronger by each gap, in rating points; clause 2."""
    expected = np.empty(len(gap))
    for i in range(len(gap)):
        expected[i] = expected_score(gap[i], 0.0, scale)
    return expected
