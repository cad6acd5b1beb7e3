"""A hand log with one lie in it is refused, whatever the ruleset.

A mutant may be another true story: two melds laid in the other order, a discard
of the same worth. It is accepted only if the hand it tells has the same result.
"""

import json
import random
from dataclasses import replace

import pytest

from engine.errors import CoastalError
from engine.play import play_games
from engine.refusals import IllegalMoveError
from engine.replay import check_result, replay_hand
from engine.rulesets import PRESETS
from ingest.claims import check_claims
from ingest.decode import decode
from ingest.soundness import sound_hand
from tests.golden.log_mutations import is_harmless, mutations

CLAIMS = ("change_a_number", "change_a_canasta", "change_the_end", "change_game_over")


def played_records(ruleset, folder, n_games):
    options = {"stake": 500} if ruleset == "tiles-arena" else None
    summary = play_games(
        ruleset, n_games=n_games, out_dir=folder, seed=3, options=options
    )
    lines = [
        line
        for file in summary.files
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    records = [json.loads(line) for line in lines]
    return [r for r in records if r["type"] == "hand" and r["result"]]


def replay(sound, n_moves=None):
    """The replayed hand of a record, or of its first moves."""
    hand = sound.hand
    return replay_hand(
        sound.ruleset,
        dealer_seat=hand.dealer_seat,
        seats=hand.seats,
        points_before=[side.points_before for side in hand.result.sides],
        pack=hand.pack,
        moves=hand.moves[:n_moves],
        hand_no=hand.hand_no,
    )


def judge(record):
    """The replayed hand of a record that everything agrees with."""
    sound = sound_hand(decode(json.dumps(record).encode()))
    check_claims(sound.hand, sound.ruleset)
    replayed = replay(sound)
    check_result(replayed, sound.hand.result)
    return replayed


def is_first_bad_move(record, index):
    """Whether the moves before it are legal, and with it they are not."""
    sound = sound_hand(decode(json.dumps(record).encode()))
    replay(sound, index)
    try:
        replay(sound, index + 1)
    except IllegalMoveError:
        return True
    return False


def result_of(replayed):
    return [replace(side, opening_turn=0, opening_points=0) for side in replayed.sides]


def wrongly_judged(records, rng):
    """Mutants that are accepted, or refused at another move than the first bad one."""
    wrong = []
    for record in records:
        truth = result_of(judge(record))
        for name, mutant in mutations(rng, record):
            if is_harmless(name, record, mutant):
                continue
            try:
                told = result_of(judge(mutant))
            except IllegalMoveError as error:
                if not is_first_bad_move(mutant, error.move_index):
                    wrong.append((name, record["hand_id"], error.move_index))
                continue
            except CoastalError:
                continue
            if name in CLAIMS or told != truth:
                wrong.append((name, record["hand_id"]))
    return wrong


@pytest.mark.parametrize("ruleset", PRESETS)
def test_no_mutated_log_is_accepted(ruleset, tmp_path):
    records = played_records(ruleset, tmp_path, n_games=2)[:12]

    assert wrongly_judged(records, random.Random(ruleset)) == []


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", PRESETS)
def test_no_mutated_log_of_two_thousand_is_accepted(ruleset, tmp_path):
    records = played_records(ruleset, tmp_path, n_games=120)[:190]

    assert wrongly_judged(records, random.Random(ruleset)) == []
