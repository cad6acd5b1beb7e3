"""A second scorer, written from rules.md alone and kept apart from the engine.

It knows positions in the shape of `coastal score` (cards as text, copy numbers
left out) and computes each line of the breakdown by counting characters. It shares
no code with the engine, so that an agreement of the two means something.
Sections: 2.4, 2.5, 2.7, 2.12 (coastal), 3.4-3.11 (classic), 4 (partnership),
5.2-5.8 (tiles).
"""

import random
from collections import Counter

SPECIAL_HANDS = {
    "pairs": 2500,
    "wild_pairs": 2000,
    "miami_pairs": 2500,
    "zip_code": 2500,
    "garbage": 3000,
    "blast_off": 3000,
    "triples": 3500,
    "quads": 3500,
    "dream_plus_4": 8500,
    "dream_plus_5": 8500,
}
MINIMA = {
    "coastal": [(-(10**9), 125), (3000, 155), (5000, 180)],
    "classic": [(-(10**9), 15), (0, 50), (1500, 90), (3000, 120)],
    "partnership": [(-(10**9), 50), (1500, 90), (3000, 120)],
    "tiles": [(-(10**9), 15), (0, 50), (1500, 90), (3000, 120), (7000, 150)],
}


def rank_of(card):
    if card.startswith("JK"):
        return "JK"
    return card[:2] if card[0].isdigit() and card[1].isdigit() else card[0]


def value_of(card, family):
    rank = rank_of(card)
    if rank == "JK":
        return 50
    if family == "tiles":
        number = int(rank)
        if number == 1:
            return 25
        if number == 2:
            return 20
        return 0 if number == 3 else 5 if number <= 9 else 10
    if rank in "2A":
        return 20
    return 5 if rank in "34567" else 10


def is_wild(card):
    return rank_of(card) in ("JK", "2", "02")


def meld_rank(meld):
    naturals = [rank_of(card) for card in meld if not is_wild(card)]
    return naturals[0] if naturals else "wild"


def canasta_of(meld, family):
    """Kind and bonus of a meld that is a canasta, else (None, 0)."""
    if len(meld) < 7:
        return None, 0
    rank = meld_rank(meld)
    n_jokers = sum(rank_of(card) == "JK" for card in meld)
    if rank == "wild":
        return "wild", {0: 3000, 4: 2500}.get(n_jokers, 2000)
    if any(is_wild(card) for card in meld):
        return "mixed", 300
    if family == "coastal" and rank in "A7":
        return ("aces" if rank == "A" else "sevens"), 2500
    return "natural", 500


def score_threes(side, family, n_canastas):
    red = sum(card[1] in "HD" for card in side["threes"] if family != "tiles")
    black = len(side["threes"]) - red
    n = len(side["threes"])
    opened = bool(side["melds"])
    if family == "coastal":
        table = [0, 100, 300, 500, 1000]
        sign = -1 if n_canastas == 0 else 0 if n_canastas == 1 else 1
        return sign * (table[red] + table[black])
    if family == "classic":
        value = [0, 100, 200, 300, 800, 1000, 1200][n]
        return value if opened else -value
    if family == "partnership":
        value = 800 if n == 4 else 100 * n
        return value if n_canastas else -value
    held = sum(rank_of(c) == "03" for holding in side["holdings"] for c in holding)
    return (100 * n if opened else -100 * n) - 100 * held


def score_penalties(side, family, options):
    if family == "classic":
        return -100 * side.get("failed_ask", 0)
    if family != "coastal":
        return 0
    total = 0
    for meld in side["melds"]:
        rank = meld_rank(meld)
        natural = not any(is_wild(card) for card in meld)
        if len(meld) < 7 and (rank == "7" or (rank == "A" and natural)):
            total -= 2500
        elif len(meld) < 7 and rank == "wild":
            total -= 2000
    for holding in side["holdings"]:
        many = sum(sum(rank_of(card) == rank for card in holding) >= 3 for rank in "A7")
        per_rank = options.get("held_rank_penalty_per") == "hand_and_rank"
        total -= 1500 * (many if per_rank else min(many, 1))
    return total


def score_side(side, family, options):
    """The lines of rules.md 0.2b for one side, with canasta counts."""
    canastas = Counter()
    bonus = 0
    for meld in side["melds"]:
        kind, points = canasta_of(meld, family)
        bonus += points
        if kind:
            canastas[kind] += 1
    melded = sum(value_of(card, family) for meld in side["melds"] for card in meld)
    if family == "coastal" and not canastas:
        melded = -melded
    going_out = 0
    if side["went_out"]:
        going_out = 200 if side.get("concealed") and family == "classic" else 100
    lines = {
        "melded": melded,
        "canasta_bonus": bonus,
        "threes": score_threes(side, family, sum(canastas.values())),
        "going_out": going_out,
        "held": -sum(value_of(c, family) for h in side["holdings"] for c in h),
        "penalties": score_penalties(side, family, options),
    }
    if side.get("special_hand"):
        lines = dict.fromkeys(lines, 0)
        lines["points"] = SPECIAL_HANDS[side["special_hand"]]
        canastas = Counter()
    else:
        lines["points"] = sum(lines.values())
    lines["opening_minimum"] = [
        minimum for start, minimum in MINIMA[family] if side["points_before"] >= start
    ][-1]
    names = ("natural", "mixed", "wild", "aces", "sevens")
    return lines | {"canastas": {name: canastas[name] for name in names}}


def pack_of(family, copies):
    if family == "tiles":
        tiles = [f"{n:02d}{colour}" for n in range(1, 14) for colour in "RYBK"]
        return tiles * 2 + ["JK"] * 2
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "HDSC"]
    return cards * copies + ["JK"] * (2 * copies)


def wild_limit(family, n_naturals, opening):
    """The most wilds that may stand beside so many naturals (rules.md section 12)."""
    if family == "classic":
        return min(3, n_naturals)
    if family == "partnership":
        return 2
    if family == "tiles":
        return min(3, n_naturals - 1)
    return 2 if opening or n_naturals >= 5 else 0


def random_position(rng: random.Random, ruleset: str):
    """A legal position of the ruleset, its cards drawn from one real pack."""
    family = ruleset.partition("-")[0]
    copies, n_sides, n_seats = {"classic-2": (2, 2, 1), "classic-6x3": (3, 3, 2)}.get(
        ruleset, (2, 2, 2)
    )
    stock = pack_of(family, copies)
    rng.shuffle(stock)

    def take(test, n):
        found = [card for card in stock if test(card)][:n]
        for card in found:
            stock.remove(card)
        return found

    sides = [random_side(rng, family, take, n_seats) for _ in range(n_sides)]
    needed = 2 if family == "coastal" or ruleset in ("classic-2", "classic-6x3") else 1
    candidates = [side for side in sides if may_go_out(side, family, needed)]
    if candidates and rng.random() < 0.6:
        out = rng.choice(candidates)
        out["went_out"] = True
        out["holdings"][0] = []
        if family == "classic" and rng.random() < 0.3:
            out["concealed"] = True
    if family == "coastal" and not any(side["went_out"] for side in sides):
        three = take(lambda card: rank_of(card) == "3", 1) if rng.random() < 0.2 else []
        sides[0]["holdings"][0] += three
    return {"ruleset": ruleset, "options": {}, "sides": sides}


def may_go_out(side, family, needed):
    if sum(len(meld) >= 7 for meld in side["melds"]) < needed:
        return False
    unfinished = [meld for meld in side["melds"] if len(meld) < 7]
    return family != "coastal" or not any(
        meld_rank(meld) in ("7", "wild")
        or (meld_rank(meld) == "A" and not any(is_wild(card) for card in meld))
        for meld in unfinished
    )


def random_side(rng, family, take, n_seats):
    numbers = [f"{n:02d}" for n in (1, *range(4, 14))]
    ranks = numbers if family == "tiles" else list("A456789TJQK")
    rng.shuffle(ranks)
    melds = []
    for rank in ranks[: rng.choice([0, 1, 2, 3, 4, 5])]:
        n = rng.choice([3, 4, 5, 6, 7, 7, 7])
        naturals = take(lambda card, rank=rank: rank_of(card) == rank, n)
        if len(naturals) < 2:
            continue
        limit = wild_limit(family, len(naturals), not melds)
        if family == "coastal":
            limit = 0 if rank == "7" else min(limit, 7 - len(naturals))
        wilds = take(is_wild, rng.randint(0, limit)) if limit > 0 else []
        if len(naturals) + len(wilds) >= 3:
            melds.append(naturals + wilds)
    if family == "coastal" and rng.random() < 0.2:
        wilds = take(is_wild, rng.choice([3, 5, 7]))
        if len(wilds) >= 3:
            melds.append(wilds)
    marks = {"coastal": "HDSC", "tiles": "RY"}.get(family, "HD")
    threes = take(
        lambda c: rank_of(c) in ("3", "03") and c[-1] in marks, rng.choice([0, 1, 2, 4])
    )
    if family == "coastal" and len(threes) > 4:
        threes = threes[:4]
    exposed = {"coastal": "HDSC", "classic": "HD", "partnership": "HD", "tiles": "RY"}
    holdings = [
        take(
            lambda c: rank_of(c) not in ("3", "03") or c[-1] not in exposed[family],
            rng.randint(1, 9),
        )
        for _ in range(n_seats)
    ]
    return {
        "points_before": 5 * rng.randint(-200, 1700),
        "went_out": False,
        "melds": melds,
        "threes": threes,
        "holdings": holdings,
    }
