"""Find hands of every end by play and write them anew.

python -m tests.playthroughs.regenerate
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from engine.hand_play import HandPlay
from engine.pace import Pace
from engine.players.computer import ComputerPlayer
from engine.players.skill import SKILLS
from engine.rulesets import get_ruleset
from tests.playthroughs.playthrough import Playthrough, render

FOLDER = Path(__file__).parent / "hands"
N_OF_EACH = 32
TOTALS = (-400, 0, 2_000, 3_500, 6_000)
ENDS = {"coastal": ("went_out", "special_hand", "stock", "stock_three")}


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
        ComputerPlayer(rng.choice(list(SKILLS.values())), Random(rng.getrandbits(64)))
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


def find(ruleset_name: str) -> Iterator[tuple[str, list[Playthrough]]]:
    """By end: the first hands that ended so."""
    found: dict[str, list[Playthrough]] = {end: [] for end in ENDS[ruleset_name]}
    for seed in count():
        hand, ended_by = play(ruleset_name, seed)
        hands = found[ended_by]
        if len(hands) < N_OF_EACH:
            hands.append(hand)
            hand.name = f"{ruleset_name}-{ended_by}-{len(hands):02d}"
        if all(len(hands) == N_OF_EACH for hands in found.values()):
            yield from found.items()
            return


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for ruleset_name in ENDS:
        for ended_by, hands in find(ruleset_name):
            lines = [line for hand in hands for line in [*render(hand), ""]]
            path = FOLDER / f"{ruleset_name}-{ended_by}.txt"
            path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
