"""The Coastal Rating in plain Python, written from the text of docs/rating.md.

Slow, readable, dictionaries only; shares no code with the package. Hands and player
records are the objects of the hand log, times as numbers; `config` is the table that
a complete rating.toml gives.
"""

import math
from statistics import NormalDist

ORDER = ("learning", "casual", "experienced", "expert")


def counts(hand):
    return len(hand["points"]) == 2 and hand["ended_by"] not in (None, "abandoned")


def ladder_of(hand):
    return f"{hand['ruleset'].split('-')[0]}/{hand['mode']}"


def in_order(hands):
    return sorted(
        (h for h in hands if counts(h)),
        key=lambda h: (
            h["ended_at"],
            h["game_id"].encode(),
            h["hand_no"],
            h["hand_id"].encode(),
        ),
    )


def at_table(seat):
    return seat["player_id"] is not None and (
        seat["controller"] == "player" or seat.get("left_in_hand", False)
    )


def is_away(seat):
    return seat["player_id"] is not None and not at_table(seat)


def key_of(hand, player_id):
    return (player_id, hand["device_id"] if hand["mode"] == "solo" else None)


def expected_score(own, other, scale):
    exponent = (other - own) / scale
    if exponent > 300:
        return 0.0
    return 1.0 / (1.0 + 10.0**exponent)


def actual_score(margin, function, s):
    if function == "logistic":
        x = margin / s
        return 1 / (1 + math.exp(-x)) if x > -700 else 0.0
    if function == "normal_cdf":
        return NormalDist().cdf(margin / (1.702 * s))
    if function == "clamp":
        return min(1.0, max(0.0, 0.5 + margin / (4 * s)))
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def start_of(player_id, first_ended_at, records, config):
    said = [
        (r["at"], ORDER.index(r["self_rating"]))
        for r in records
        if r["player_id"] == player_id
        and r["self_rating"] is not None
        and r["at"] <= first_ended_at
    ]
    if not said:
        return float(config["start"]["rating"])
    return float(config["start"]["self_rating"][ORDER[min(said)[1]]])


def k_of(n, steps):
    return [step["k"] for step in steps if step["from_hand"] <= n][-1]


def rate(hands, records, config):
    """Rows of rating_changes and the players' states, per ladder."""
    ladders = {}
    for hand in in_order(hands):
        ladders.setdefault(ladder_of(hand), []).append(hand)
    return {
        name: Ladder(name, records, config).play(those)
        for name, those in sorted(ladders.items())
    }


class Ladder:
    def __init__(self, name, records, config):
        self.family, _, mode = name.partition("/")
        self.is_live = mode == "live"
        self.records = records
        self.config = config
        self.players = {}
        self.rows = []

    def play(self, hands):
        for hand in hands:
            self.enter(hand)
        return self

    def player(self, hand, player_id):
        key = key_of(hand, player_id)
        if key not in self.players:
            start = start_of(player_id, hand["ended_at"], self.records, self.config)
            self.players[key] = {
                "start": start,
                "rating": start,
                "form": start,
                "ratings": [],
                "n": 0,
                "games": set(),
                "level": None,
                "at_risk": False,
                "risk_before": False,
                "promoted_at": None,
                "step_at": None,
                "waiting": [],
            }
        return self.players[key]

    def strength(self, hand, seat):
        if is_away(seat):
            return float(self.config["seats"]["computer_live"])
        if seat["player_id"] is not None:
            return self.player(hand, seat["player_id"])["rating"]
        if self.is_live:
            return float(self.config["seats"]["computer_live"])
        return float(self.config["seats"]["computer_solo"][seat["skill"]])

    def enter(self, hand):
        persons = [i for i, seat in enumerate(hand["seats"]) if at_table(seat)]
        away = [i for i, seat in enumerate(hand["seats"]) if is_away(seat)]
        for i in persons + away:  # the first hand with a seat dates the start
            self.player(hand, hand["seats"][i]["player_id"])
        is_rated = len(persons) >= (2 if self.is_live else 1)
        for player in self.players.values():
            player["risk_before"] = player["at_risk"]
        if is_rated:
            for i in persons:
                self.settle(hand, hand["seats"][i]["player_id"])
        facts = self.judge(hand)
        if is_rated:
            for i in persons:
                self.apply(hand, i, facts, settled_by=None, was_away=False)
        if persons:
            self.treat_away(hand, away, facts)

    def treat_away(self, hand, away, facts):
        policy = self.config["seats"]["away_hands"]
        for i in away:
            if policy == "always":
                self.apply(hand, i, facts, settled_by=None, was_away=True)
            elif policy == "on_return":
                player = self.player(hand, hand["seats"][i]["player_id"])
                player["waiting"].append((hand, i, facts))

    def settle(self, hand, player_id):
        player = self.player(hand, player_id)
        waiting, player["waiting"] = player["waiting"], []
        for missed, i, facts in waiting:
            self.apply(missed, i, facts, settled_by=hand["hand_id"], was_away=True)

    def judge(self, hand):
        change = self.config["change"]
        sides = []
        for side in (0, 1):
            strengths = [
                self.strength(hand, seat)
                for i, seat in enumerate(hand["seats"])
                if i % 2 == side
            ]
            sides.append(sum(strengths) / len(strengths))
        margin = hand["points"][0] - hand["points"][1]
        s = change["margin_scale"][self.family]
        return {
            "ratings": sides,
            "margin": margin,
            "expected": expected_score(*sides, change["scale"]),
            "actual": actual_score(margin, change["margin_function"], s),
        }

    def apply(self, hand, i, facts, settled_by, was_away):
        seat = hand["seats"][i]
        player = self.player(hand, seat["player_id"])
        side = i % 2
        expected = facts["expected"] if side == 0 else 1 - facts["expected"]
        actual = facts["actual"] if side == 0 else 1 - facts["actual"]
        k = k_of(player["n"], self.config["change"]["k"])
        before, form_before = player["rating"], player["form"]
        player["rating"] = before + k * (actual - expected)
        player["n"] += 1
        player["ratings"].append(player["rating"])
        self.move_form(player)
        if hand["game_over"] and not was_away and seat["controller"] == "player":
            player["games"].add(hand["game_id"])
        event = self.step(player, is_settled=settled_by is not None)
        self.rows.append(
            {
                "seq": len(self.rows) + 1,
                "hand_id": hand["hand_id"],
                "seat": i,
                "side": side,
                "player_id": seat["player_id"],
                "device_id": key_of(hand, seat["player_id"])[1],
                "margin": facts["margin"] if side == 0 else -facts["margin"],
                "side_rating": facts["ratings"][side],
                "other_side_rating": facts["ratings"][1 - side],
                "expected_score": expected,
                "actual_score": actual,
                "k_factor": float(k),
                "opponents_part": k * (0.5 - expected),
                "result_part": k * (actual - 0.5),
                "rating_before": before,
                "rating_change": k * (actual - expected),
                "rating_after": player["rating"],
                "form_before": form_before,
                "form_after": player["form"],
                "rated_hands": player["n"],
                "finished_games": len(player["games"]),
                "level": self.level_name(player),
                "level_event": event,
                "settled_by_hand_id": settled_by,
            }
        )

    def move_form(self, player):
        form = self.config["form"]
        if form["kind"] == "window":
            last = player["ratings"][-form["span"] :]
            player["form"] = sum(last) / len(last)
        else:
            weight = max(1 / player["n"], 2 / (form["span"] + 1))
            player["form"] += weight * (player["rating"] - player["form"])

    def level_name(self, player):
        if player["level"] is None:
            return None
        return self.config["levels"]["table"][player["level"]]["name"]

    def step(self, player, is_settled):
        levels = self.config["levels"]
        table = levels["table"]
        n, form = player["n"], player["form"]
        if n < self.config["start"]["provisional_hands"]:
            return None
        if n == self.config["start"]["provisional_hands"]:
            return self.move_level(player, 0, "started")
        level = player["level"]
        if level + 1 < len(table):
            above = table[level + 1]
            if (
                form >= above["form"]
                and n >= above.get("hands", 0)
                and len(player["games"]) >= above.get("games", 0)
            ):
                player["promoted_at"] = n
                return self.move_level(player, level + 1, "promoted")
        if level == 0:
            return None
        line = table[level]["form"]
        if (
            player["at_risk"]
            and player["risk_before"]
            and form <= line - levels["keep_margin"]
            and n - player["promoted_at"] > levels["protected_hands"]
            and not is_settled
        ):
            return self.move_level(player, level - 1, "demoted")
        if form < line and not player["at_risk"]:
            player["at_risk"] = True
            return "at_risk"
        if form >= line and player["at_risk"]:
            player["at_risk"] = False
            return "recovered"
        return None

    def move_level(self, player, level, event):
        player["level"] = level
        player["step_at"] = player["n"]
        player["at_risk"] = False
        player["risk_before"] = False  # law 8: a warning belongs to its level
        return event
