"""What a typed record must satisfy beyond its types, before any move is replayed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import UNSET

from engine.errors import CoastalError
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset
from ingest.packed_moves import KINDS, PackedMoves
from ingest.records import LINES, MOVE_FIELDS, Hand, Move, Result, SeatRecord
from ingest.refusal import Code, RefusedLineError
from ingest.times import instant

_IS_THERE = bytes([0, *[1] * 255])  # by code
# By field of packed moves and code of a kind, whether a move of that kind needs it.
_NEEDED = {
    packed: bytes([0, *(field in MOVE_FIELDS[kind] for kind in KINDS)]).ljust(
        256, b"\0"
    )
    for packed, field in (
        ("n_cards", "cards"),
        ("rank", "rank"),
        ("yes", "yes"),
        ("special_hand", "id"),
    )
}


@dataclass(slots=True)
class SoundHand:
    """A hand whose fields agree with each other and with its ruleset.

    Times are microseconds since 1970 in UTC.
    """

    hand: Hand
    ruleset: Ruleset
    started_at: int
    ended_at: int


def sound_hand(hand: Hand) -> SoundHand:
    """`hand` with its ruleset and times, or a refusal.

    Raises
    ------
    RefusedLineError
        With the first code of the listed order that applies.
    """
    _check_presence(hand)
    if hand.mode == "live" and hand.device_id not in (None, UNSET):
        raise RefusedLineError(
            "bad_value", f"`device_id` is {hand.device_id!r}, expected null in live"
        )
    started_at = instant(hand.started_at, "started_at")
    ended_at = instant(hand.ended_at, "ended_at")
    if ended_at < started_at:
        raise RefusedLineError(
            "bad_time",
            f"`ended_at` {hand.ended_at} is before `started_at` {hand.started_at}",
        )
    ruleset = ruleset_of(hand.ruleset, hand.options)
    _check_numbers(hand, ruleset)
    _check_seats(hand, ruleset)
    if hand.pack is not None:
        check_pack(hand.pack, ruleset.deck.ids)
    return SoundHand(hand, ruleset, started_at, ended_at)


def _check_presence(hand: Hand) -> None:
    """Fields that are needed only where others stand."""
    if hand.mode == "solo" and hand.device_id is UNSET:
        raise _missing("device_id", "a solo hand names its device, null if unknown")
    if hand.moves is not None:
        if hand.pack is None:
            raise _missing("pack", "moves mean nothing without the pack")
        packed = hand.packed_already
        if packed is None or not _are_plainly_sound(packed):
            _check_moves(hand.moves)
        if hand.result is not None and hand.result.ended_by != "abandoned":
            _check_breakdown(hand.result)


def _missing(field: str, why: str) -> RefusedLineError:
    return RefusedLineError("missing_field", f"the field `{field}` is missing: {why}")


def _check_breakdown(result: Result) -> None:
    for side, claimed in enumerate(result.sides):
        for line in LINES:
            if getattr(claimed, line) is None:
                raise _missing(
                    f"result.sides[{side}].{line}",
                    "a hand with moves has the whole breakdown",
                )


def _are_plainly_sound(moves: PackedMoves) -> bool:
    """Whether fields stand just where they are needed and the clock goes on."""
    for field, needed in _NEEDED.items():
        codes: bytes = getattr(moves, field)
        if codes.translate(_IS_THERE) != moves.do.translate(needed):
            return False
    known = [ms for ms in moves.ms if ms is not None]
    return known == sorted(known)


def _check_moves(moves: Sequence[Move]) -> None:
    latest = 0
    for index, move in enumerate(moves):
        for field in MOVE_FIELDS[move.do]:
            if getattr(move, field) is None:
                raise _missing(f"moves[{index}].{field}", f"a `{move.do}` needs it")
        if move.ms is not None:
            if move.ms < latest:
                raise RefusedLineError(
                    "bad_value",
                    f"`moves[{index}].ms` is {move.ms} after {latest}: the clock of a "
                    "hand never goes back",
                )
            latest = move.ms


def ruleset_of(name: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset of a hand, or a refusal of its name or of an option."""
    try:
        return get_ruleset(name, options)
    except CoastalError as error:
        code: Code = getattr(error, "code", "bad_value")
        raise RefusedLineError(code, str(error)) from None


def _check_numbers(hand: Hand, ruleset: Ruleset) -> None:
    if hand.dealer_seat >= ruleset.n_seats:
        raise _no_seat("dealer_seat", hand.dealer_seat, ruleset)
    result = hand.result
    if result is None:
        return
    if len(result.sides) != ruleset.n_sides:
        raise RefusedLineError(
            "bad_value",
            f"`result.sides` has {len(result.sides)} sides, {ruleset.name} has "
            f"{ruleset.n_sides}",
        )
    for field, ending, seat in (
        ("went_out_seat", "went_out", result.went_out_seat),
        ("special_hand_seat", "special_hand", result.special_hand_seat),
    ):
        if seat is None:
            continue
        if seat >= ruleset.n_seats:
            raise _no_seat(f"result.{field}", seat, ruleset)
        if result.ended_by != ending:
            raise RefusedLineError(
                "bad_value",
                f"`result.{field}` is {seat} although the hand ended by "
                f"{result.ended_by}; expected null",
            )
    if result.concealed and result.ended_by != "went_out":
        raise RefusedLineError(
            "bad_value",
            f"`result.concealed` is true although the hand ended by {result.ended_by}",
        )


def _no_seat(field: str, seat: int, ruleset: Ruleset) -> RefusedLineError:
    return RefusedLineError(
        "bad_value",
        f"`{field}` is {seat}, {ruleset.name} has seats 0 to {ruleset.n_seats - 1}",
    )


def _check_seats(hand: Hand, ruleset: Ruleset) -> None:
    seats = hand.seats
    if len(seats) != ruleset.n_seats:
        raise _bad_seats(
            f"{len(seats)} seats, {ruleset.name} is played by {ruleset.n_seats}"
        )
    players: list[str] = []
    for place, seat in enumerate(seats):
        if seat.seat != place:
            raise _bad_seats(
                f"`seats[{place}].seat` is {seat.seat}, expected {place}: seats stand "
                "in seat order"
            )
        if seat.player_id is not None:
            players.append(seat.player_id)
        _check_seat(seat)
        if ruleset.joker_button != "off" and seat.extra_jokers is None:
            raise _missing(
                f"seats[{place}].extra_jokers",
                f"{ruleset.name} has the joker button",
            )
    if len(set(players)) < len(players):
        twice = next(player for player in players if players.count(player) > 1)
        raise _bad_seats(f"player {twice} sits in two seats")
    if hand.mode == "solo":
        _check_solo(seats)


def _check_seat(seat: SeatRecord) -> None:
    if seat.player_id is None:
        if seat.controller != "computer" or seat.skill is None:
            raise _bad_seats(
                f"seat {seat.seat} has no player_id, so it needs controller "
                "`computer` and a skill"
            )
        if seat.left_in_hand:
            raise _bad_seats(f"seat {seat.seat} has no player who could have left")
    elif seat.skill is not None:
        raise _bad_seats(
            f"seat {seat.seat} belongs to player {seat.player_id}, who has no "
            f"`skill` ({seat.skill} found)"
        )
    elif seat.left_in_hand and seat.controller == "player":
        raise _bad_seats(
            f"seat {seat.seat} has left_in_hand although its player held it at the end"
        )


def _check_solo(seats: Sequence[SeatRecord]) -> None:
    people = [seat for seat in seats if seat.player_id is not None]
    if len(people) != 1 or people[0].controller != "player":
        raise _bad_seats(
            f"a solo hand has exactly one seat with a player_id, controller `player`; "
            f"found {len(people)}"
        )


def _bad_seats(sentence: str) -> RefusedLineError:
    return RefusedLineError("bad_seats", sentence)


def check_pack(pack: Sequence[str], cards: Mapping[str, int]) -> None:
    """Refuse a pack that is not exactly `cards`, each once."""
    if len(pack) == len(cards) and set(pack) == cards.keys():
        return
    for card, count in Counter(pack).items():
        if card not in cards:
            raise RefusedLineError("bad_pack", f"the pack holds {card[:20]!r}, no card")
        if count > 1:
            raise RefusedLineError("bad_pack", f"the pack holds {card} {count} times")
    missing = next(card for card in cards if card not in set(pack))
    raise RefusedLineError(
        "bad_pack",
        f"the pack has {len(pack)} cards of {len(cards)}: {missing} is missing",
    )
