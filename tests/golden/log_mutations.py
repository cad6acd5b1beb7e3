"""Small lies in a hand log: every one that changes anything must be refused."""

import copy
import json
import random


def mutations(rng: random.Random, record: dict) -> list[tuple[str, dict]]:
    """One mutant of each kind, each with its name; the record is left alone."""
    found = []
    for name, change in KINDS.items():
        mutant = copy.deepcopy(record)
        change(rng, mutant)
        if mutant != record:
            found.append((name, mutant))
    return found


def change_a_card(rng, record):
    with_cards = [move for move in record["moves"] if move.get("cards")]
    move = rng.choice(with_cards)
    other = rng.choice([c for c in record["pack"] if c not in move["cards"]])
    move["cards"][rng.randrange(len(move["cards"]))] = other


def change_a_pack_card(rng, record):
    i, j = rng.sample(range(60), 2)
    pack = record["pack"]
    pack[i], pack[j] = pack[j], pack[i]


def swap_neighbours(rng, record):
    moves = record["moves"]
    i = rng.randrange(len(moves) - 1)
    first, second = dict(moves[i]), dict(moves[i + 1])
    first["ms"], second["ms"] = second.get("ms"), first.get("ms")
    moves[i], moves[i + 1] = second, first


def delete_a_move(rng, record):
    del record["moves"][rng.randrange(len(record["moves"]))]


def repeat_a_move(rng, record):
    i = rng.randrange(len(record["moves"]))
    record["moves"].insert(i, copy.deepcopy(record["moves"][i]))


def change_a_seat(rng, record):
    move = rng.choice(record["moves"])
    n_seats = len(record["seats"])
    move["seat"] = (move["seat"] + rng.randrange(1, n_seats)) % n_seats


def change_a_rank(rng, record):
    melds = [move for move in record["moves"] if move["do"] == "meld"]
    if melds:
        move = rng.choice(melds)
        ranks = {m["rank"] for m in melds} | {"4", "5"}
        move["rank"] = rng.choice(sorted(ranks - {move["rank"]}))


def change_a_replacement(rng, record):
    exposed = [move for move in record["moves"] if move["do"] == "expose"]
    if exposed:
        move = rng.choice(exposed)
        move["replacement"] = rng.choice(
            [card for card in record["pack"] if card != move["replacement"]]
        )


def change_an_answer(rng, record):
    for move in record["moves"]:
        if move["do"] == "answer":
            move["yes"] = not move["yes"]
            return


def change_the_dealer(rng, record):
    n_seats = len(record["seats"])
    record["dealer_seat"] = (
        record["dealer_seat"] + rng.randrange(1, n_seats)
    ) % n_seats


def change_a_number(rng, record):
    side = rng.choice(record["result"]["sides"])
    line = rng.choice([key for key, value in side.items() if type(value) is int])
    side[line] += rng.choice([-100, -5, 5, 10])


def change_a_canasta(rng, record):
    side = rng.choice(record["result"]["sides"])
    kind = rng.choice(list(side["canastas"]))
    side["canastas"][kind] += 1


def change_the_end(rng, record):
    ends = ["went_out", "special_hand", "stock", "stock_three"]
    ends.remove(record["result"]["ended_by"])
    record["result"]["ended_by"] = rng.choice(ends)


def change_game_over(rng, record):
    record["result"]["game_over"] = not record["result"]["game_over"]


KINDS = {
    change.__name__: change
    for change in (
        change_a_card,
        change_a_pack_card,
        swap_neighbours,
        delete_a_move,
        repeat_a_move,
        change_a_seat,
        change_a_rank,
        change_a_replacement,
        change_an_answer,
        change_the_dealer,
        change_a_number,
        change_a_canasta,
        change_the_end,
        change_game_over,
    )
}


def is_harmless(name: str, record: dict, mutant: dict) -> bool:
    """Whether the mutant tells the same story as the record.

    Two moves that stand in either order without any difference, or two cards that
    lie below what was ever drawn, change nothing.
    """
    if name == "change_game_over":  # hand-log.md: not checked for Dream hands
        specials = [side["special_hand"] for side in record["result"]["sides"]]
        return any(special and special.startswith("dream") for special in specials)
    if name == "change_a_pack_card":
        touched = {
            card
            for a, b, card in zip(
                record["pack"], mutant["pack"], record["pack"], strict=True
            )
            if a != b
        }
        named = {card for move in record["moves"] for card in move.get("cards") or []}
        return not touched & named
    if name in ("swap_neighbours", "repeat_a_move", "delete_a_move"):
        return _story(record) == _story(mutant)
    return False


def _story(record):
    moves = [{k: v for k, v in move.items() if k != "ms"} for move in record["moves"]]
    return json.dumps(moves, sort_keys=True)
