"""Find hands of every end by play and write them anew.

python -m tests.playthroughs.regenerate
"""

from itertools import count
from pathlib import Path
from random import Random

from engine.hand_play import HandPlay
from engine.pace import Pace
from engine.players.computer import ComputerPlayer
from engine.players.skill import SKILL_NAMES
from engine.rulesets import get_ruleset
from tests.playthroughs.playthrough import Playthrough, render

FOLDER = Path(__file__).parent / "hands"
N_OF_EACH = 32  # of each end of coastal
N_OF_OTHERS = 5  # of each end of another ruleset that some hands show
N_TRIED = 600  # hands of another ruleset
TOTALS = (-400, 0, 2_000, 3_500, 6_000)
COASTAL_ENDS = ("went_out", "special_hand", "stock", "stock_three")
OTHERS = ("classic-4", "classic-2", "classic-6x3", "partnership", "tiles-10000")


def play(ruleset_name: str, seed: int) -> tuple[Playthrough, str]:
    """One hand by players of mixed skill, and how it ended."""
    rng = Random(f"playthrough:{ruleset_name}:{seed}")
    ruleset = get_ruleset(ruleset_name)
    pack = list(range(ruleset.deck.n_cards))
    rng.shuffle(pack)
    hand = Playthrough(
        name="",
        ruleset=ruleset,
        dealer_seat=rng.randrange(ruleset.n_seats),
        points_before=tuple(rng.choices(TOTALS, k=ruleset.n_sides)),
        pack=pack,
    )
    players = [
        ComputerPlayer(
            ruleset.skills[rng.choice(SKILL_NAMES)], Random(rng.getrandbits(64))
        )
        for _ in range(ruleset.n_seats)
    ]
    state = hand.begin()
    table = HandPlay(state, players, Pace(Random(0), None), [False] * ruleset.n_seats)
    table.settle_deal()
    while not state.is_over:
        table.play_turn()
    hand.moves = [move for move, _ in table.moves]
    assert state.ended_by is not None
    return hand, state.ended_by


def find_coastal() -> dict[str, list[Playthrough]]:
    """By end: the first hands of coastal that ended so."""
    found: dict[str, list[Playthrough]] = {end: [] for end in COASTAL_ENDS}
    for seed in count():
        keep(found, *play("coastal", seed), N_OF_EACH)
        if all(len(hands) == N_OF_EACH for hands in found.values()):
            break
    return found


def find_other(ruleset_name: str) -> dict[str, list[Playthrough]]:
    """By end: the first hands of another ruleset that ended so."""
    found: dict[str, list[Playthrough]] = {}
    for seed in range(N_TRIED):
        keep(found, *play(ruleset_name, seed), N_OF_OTHERS)
    return found


def keep(
    found: dict[str, list[Playthrough]], hand: Playthrough, ended_by: str, most: int
) -> None:
    """Keep a hand unless there are enough that ended like it."""
    hands = found.setdefault(ended_by, [])
    if len(hands) < most:
        hands.append(hand)
        hand.name = f"{hand.ruleset.name}-{ended_by}-{len(hands):02d}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    kept = {"coastal": find_coastal()} | {name: find_other(name) for name in OTHERS}
    for ruleset_name, found in kept.items():
        for ended_by, hands in found.items():
            lines = [line for hand in hands for line in [*render(hand), ""]]
            path = FOLDER / f"{ruleset_name}-{ended_by}.txt"
            path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
