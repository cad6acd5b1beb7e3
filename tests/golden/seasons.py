"""Seasons of made-up hands with everything that rating.md speaks of."""

import random

import numpy as np
import pyarrow as pa

from rating.hands import (
    AWAY,
    LEFT,
    NEVER,
    NO_DEVICE,
    NOBODY,
    NOT_SAID,
    PRESENT,
    HandArrays,
    computer_code,
)
from tests.golden.reference_rating import ORDER, at_table, in_order, ladder_of

MINUTE = 60_000_000  # microseconds


def person(player_id):
    return {"player_id": player_id, "controller": "player"}


def away(player_id):
    return {"player_id": player_id, "controller": "computer"}


def left(player_id):
    return {"player_id": player_id, "controller": "computer", "left_in_hand": True}


def computer(skill="expert"):
    return {"player_id": None, "controller": "computer", "skill": skill}


def make_hand(hand_id, seats, points, **values):
    hand = {
        "hand_id": hand_id,
        "game_id": "g",
        "hand_no": 1,
        "ruleset": "coastal",
        "mode": "live",
        "device_id": None,
        "ended_at": 0,
        "ended_by": "went_out",
        "game_over": False,
        "seats": seats,
        "points": points,
    }
    return hand | values


def random_season(seed, n_hands=400, n_players=10):
    """Hands and player records; every feature of rating.md turns up often."""
    rng = random.Random(seed)
    skill = {f"p{i}": rng.gauss(1000, 400) for i in range(n_players)}
    hands, minute = [], 10
    while len(hands) < n_hands:
        minute = _play_game(rng, skill, hands, minute)
    records = []
    for player_id in skill:
        for _ in range(rng.choice((0, 1, 1, 3))):
            said = rng.choice((None, *ORDER))
            at = rng.choice((0, 10, rng.randrange(minute))) * MINUTE
            records.append({"player_id": player_id, "at": at, "self_rating": said})
    rng.shuffle(hands)
    return hands, records


def _play_game(rng, skill, hands, minute):
    ruleset = rng.choice(
        ("coastal",) * 6
        + ("coastal-cla-strict", "classic-4", "classic-2", "classic-6x3", "tiles-3")
    )
    n_seats = {"classic-2": 2, "classic-6x3": 6}.get(ruleset, 4)
    n_sides = 3 if n_seats == 6 else 2
    mode = rng.choice(("live",) * 4 + ("solo",))
    device = rng.choice((None, "d1", "d2")) if mode == "solo" else None
    game_id = f"g{rng.randrange(10**6)}"
    n_persons = 1 if mode == "solo" else rng.randint(1, n_seats)
    people = rng.sample(sorted(skill), n_persons)
    seats = [person(p) for p in people]
    skills = ("beginner", "intermediate", "expert")
    seats += [computer(rng.choice(skills)) for _ in range(n_seats - n_persons)]
    rng.shuffle(seats)
    minute += rng.randrange(-5, 3)  # games overlap
    n_hands = rng.randint(1, 9)
    is_finished = rng.random() < 0.8
    for hand_no in range(1, n_hands + 1):
        minute += rng.choice((0, 1, 1, 2))  # equal times turn up
        now = [_seat_now(rng, seat, mode) for seat in seats]
        strength = [0.0] * n_sides
        for i, seat in enumerate(now):
            strength[i % n_sides] += skill.get(seat["player_id"], 1100)
        points = [5 * round(rng.gauss(x / 4, 300)) for x in strength]
        if rng.random() < 0.05:
            points = [0] * n_sides
        is_over = is_finished and (hand_no == n_hands or rng.random() < 0.02)
        hands.append(
            make_hand(
                f"{game_id}-{hand_no}",
                now,
                points,
                game_id=game_id,
                hand_no=hand_no,
                ruleset=ruleset,
                mode=mode,
                device_id=device,
                ended_at=minute * MINUTE,
                ended_by="abandoned" if rng.random() < 0.04 else "stock",
                game_over=is_over,
            )
        )
    return minute


def _seat_now(rng, seat, mode):
    if seat["player_id"] is None or mode == "solo":
        return seat
    kind = rng.choice((person,) * 12 + (away, away, left))
    return kind(seat["player_id"])


def hand_arrays(hands, records):
    """The arrays of these hands, as they would come from a warehouse."""
    hands = in_order(hands)
    n_seats = max((len(h["seats"]) for h in hands), default=4)
    players = _places(
        s["player_id"] for h in hands for s in h["seats"] if s["player_id"] is not None
    )
    ladders = _places(ladder_of(h) for h in hands)
    games = _places(h["game_id"] for h in hands)
    devices = _places(h["device_id"] for h in hands if h["device_id"] is not None)
    player = np.full((len(hands), n_seats), -1, dtype=np.int32)
    held_by = np.full((len(hands), n_seats), NOBODY, dtype=np.uint8)
    for row, hand in enumerate(hands):
        for i, seat in enumerate(hand["seats"]):
            player[row, i] = players.get(seat["player_id"], -1)
            held_by[row, i] = _held_by(seat)
    said_at, said = _first_said(players, records)
    return HandArrays(
        hand_id=pa.array([h["hand_id"] for h in hands], pa.string()),
        game=np.array([games[h["game_id"]] for h in hands], dtype=np.int32),
        hand_no=np.array([h["hand_no"] for h in hands], dtype=np.int64),
        ended_at=np.array([h["ended_at"] for h in hands], dtype=np.int64),
        ladder=np.array([ladders[ladder_of(h)] for h in hands], dtype=np.int32),
        device=np.array(
            [devices.get(h["device_id"], NO_DEVICE) for h in hands], dtype=np.int32
        ),
        margin=np.array([h["points"][0] - h["points"][1] for h in hands], np.int64),
        is_game_over=np.array([h["game_over"] for h in hands], dtype=np.bool_),
        ends_again=np.array([h["game_over"] for h in hands], dtype=np.bool_),
        player=player,
        held_by=held_by,
        said_at=said_at,
        said=said,
        ladders=tuple(ladders),
        game_ids=pa.array(list(games), pa.string()),
        player_ids=pa.array(list(players), pa.string()),
        device_ids=pa.array(list(devices), pa.string()),
    )


def _places(names):
    return {name: i for i, name in enumerate(dict.fromkeys(names))}


def _held_by(seat):
    if seat["player_id"] is None:
        return computer_code(seat["skill"])
    if not at_table(seat):
        return AWAY
    return PRESENT if seat["controller"] == "player" else LEFT


def _first_said(players, records):
    said_at = np.full(len(players), NEVER)
    said = np.full(len(players), NOT_SAID, dtype=np.int8)
    for record in sorted(
        (r for r in records if r["self_rating"] is not None),
        key=lambda r: (r["at"], ORDER.index(r["self_rating"])),
    ):
        place = players.get(record["player_id"])
        if place is not None and said[place] == NOT_SAID:
            said_at[place] = record["at"]
            said[place] = ORDER.index(record["self_rating"])
    return said_at, said
