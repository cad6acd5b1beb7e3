"""Whether a seat can go out, by trying everything: written from the clauses alone.

Counts only: `held` and `melds` go by rank (1 ace, 7 seven, … 13 king; "W" is the
meld of wilds, 3 a black three). Nothing of the engine is used.
"""

from dataclasses import dataclass, field
from itertools import product

WILDS = "W"


@dataclass
class Position:
    """What the question needs: the seat's cards, its side's melds, dead ranks."""

    held: dict[int, int]  # naturals and black threes by rank
    n_wilds: int
    melds: dict[object, tuple[int, int]] = field(default_factory=dict)  # size, wilds
    dead: set[object] = field(default_factory=set)


@dataclass
class Rules:
    """The clauses that differ."""

    family: str
    n_canastas: int
    must_discard: bool
    rule_of_five: bool = True
    two_plus_wild: bool = False
    mixed_aces_frozen: bool = True
    dead_exempt: bool = False
    is_first_meld: bool = False  # 2.3.3, 2.3.4: wilds are free


def can_go_out(rules: Rules, position: Position) -> bool:
    """Whether some melds, and a discard where one is needed, end the hand."""
    discards = [rank for rank, n in position.held.items() if n]
    if position.n_wilds:
        discards.append(WILDS)
    if not rules.must_discard:
        discards.append(None)
    return any(_all_laid(rules, position, discard) for discard in discards)


def _all_laid(rules: Rules, position: Position, discard: object) -> bool:
    """Whether everything but the discard can be laid, and is enough."""
    held = dict(position.held)
    n_wilds = position.n_wilds
    if discard == WILDS:
        n_wilds -= 1
    elif discard is not None:
        held[discard] -= 1
    threes = held.pop(3, 0)
    if threes and not (rules.family == "classic" and 3 <= threes <= 4):
        return False  # 3.3.5: three or four black threes, on the way out
    naturals = {rank: n for rank, n in held.items() if n}
    places = [r for r in naturals.keys() | position.melds.keys() if r != WILDS]
    if rules.family == "coastal":
        places.append(WILDS)
    for shares in product(*[range(min(n_wilds, 7) + 1) for _ in places]):
        if sum(shares) == n_wilds and _is_way(
            rules, position, naturals, dict(zip(places, shares, strict=True))
        ):
            return True
    return False


def _is_way(
    rules: Rules,
    position: Position,
    naturals: dict[int, int],
    shares: dict[object, int],
) -> bool:
    melds = dict(position.melds)
    n_short = 0  # pairs with a wild: melds that the rule of five would not allow
    for rank, share in shares.items():
        added = naturals.get(rank, 0) + share
        if not added:
            continue
        size, wilds = melds.get(rank, (0, 0))
        melds[rank] = after = (size + added, wilds + share)
        if rank in position.dead or after[0] < 3:
            return False
        if rules.family != "coastal":
            if not _is_mix(rules.family, after[0] - after[1], after[1]):
                return False
        elif not _is_coastal(rules, position, rank, *after, share):
            return False
        elif _is_short(rules, rank, *after, share):
            n_short += 1
            if size or after != (3, 1) or rank in (1, 7):
                return False
    n_canastas = sum(size >= 7 for size, _ in melds.values())
    if n_short > rules.two_plus_wild or n_canastas < rules.n_canastas:
        return False
    wilds_elsewhere = any(n for rank, n in shares.items() if rank != WILDS)
    is_stuck = WILDS in melds and melds[WILDS][0] < 7 and wilds_elsewhere
    return rules.family != "coastal" or not (
        is_stuck or _unfinished(rules, position, melds)
    )


def _is_short(rules: Rules, rank: object, size: int, wilds: int, share: int) -> bool:
    """2.3.3: a wild joins five naturals or more."""
    is_bound = rules.rule_of_five and not rules.is_first_meld
    return is_bound and share > 0 and rank != WILDS and size - wilds < 5


def _is_coastal(rules, position, rank, size, wilds, share) -> bool:
    """2.3.1, 2.3.2, 2.3.4; the rule of five is judged beside it."""
    if size > 7:
        return False
    if rank == WILDS:
        return True
    if size - wilds < 2 or wilds > 2 or (rank == 7 and wilds):
        return False
    if rank == 1 and share and not rules.is_first_meld:
        had_wilds = position.melds.get(1, (0, 0))[1] > 0
        return not rules.mixed_aces_frozen and had_wilds
    return True


def _is_mix(family: str, naturals: int, wilds: int) -> bool:
    """3.3.1, 4.4, 5.3."""
    return {
        "classic": naturals >= max(2, wilds) and wilds <= 3,
        "partnership": naturals >= 2 and wilds <= 2,
        "tiles": naturals > wilds and wilds <= 3 and naturals >= 2,
    }[family]


def _unfinished(rules, position, melds) -> bool:
    """2.10.1: no unfinished meld of sevens, natural aces or wilds."""
    for rank in (1, 7, WILDS):
        size, wilds = melds.get(rank, (0, 0))
        if not 0 < size < 7 or (rank == 1 and wilds):
            continue
        if not (rules.dead_exempt and rank in position.dead):
            return True
    return False
