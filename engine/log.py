"""The hand log: one JSON object a line, exactly as docs/hand-log.md says."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from engine.cards import Deck
from engine.moves import (
    Answer,
    Discard,
    Draw,
    Expose,
    JokerButton,
    Meld,
    Move,
    SpecialHand,
    TakePile,
    Talon,
)
from engine.players.skill import SkillName
from engine.ruleset import Ruleset
from engine.score import SideScore
from engine.state import HandState

LOG_VERSION: Final = 1
ENGINE: Final = {"name": "coastal", "version": "1.0.0"}

NO_SCORE: Final = SideScore(0)

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEntry:
    """One seat of a hand record."""

    player_id: str | None
    controller: Literal["player", "computer"]
    skill: SkillName | None = None  # of a computer's own seat
    left_in_hand: bool = False
    extra_jokers: int | None = None  # tiles: the account's, before the hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntry:
    """Everything of a hand record that is not derived from the play."""

    hand_id: str
    game_id: str
    hand_no: int
    ruleset: Ruleset
    mode: Literal["live", "solo"]
    device_id: str | None
    started_at: datetime
    ended_at: datetime
    dealer_seat: int
    seats: Sequence[SeatEntry]
    pack: Sequence[int]
    moves: Sequence[tuple[Move, int]]  # with milliseconds since the start
    result: Mapping[str, object] | None  # None for a hand that was not finished


def hand_line(entry: HandEntry) -> str:
    """The record of a hand, one line without its line end.

    Pack and moves, nine tenths of it, are written as text: the names of cards, ranks
    and moves are letters and digits, which JSON takes as they are.
    """
    deck = entry.ruleset.deck
    head = _dump(
        {
            "type": "hand",
            "v": LOG_VERSION,
            "hand_id": entry.hand_id,
            "game_id": entry.game_id,
            "hand_no": entry.hand_no,
            "ruleset": entry.ruleset.name,
            "options": dict(entry.ruleset.options),
            "mode": entry.mode,
            "device_id": entry.device_id,
            "started_at": time_text(entry.started_at),
            "ended_at": time_text(entry.ended_at),
            "dealer_seat": entry.dealer_seat,
            "seats": [seat_fields(i, seat) for i, seat in enumerate(entry.seats)],
        }
    )
    moves = ",".join([move_text(move, deck, ms) for move, ms in entry.moves])
    tail = _dump({"result": entry.result, "engine": ENGINE})
    pack = _cards_text(deck, entry.pack)
    return f'{head[:-1]},"pack":{pack},"moves":[{moves}],{tail[1:]}'


def player_line(
    *,
    player_id: str,
    name: str,
    self_rating: str | None,
    show_skill: bool,
    at: datetime,
) -> str:
    """The record of a player, one line without its line end."""
    return _dump(
        {
            "type": "player",
            "v": LOG_VERSION,
            "player_id": player_id,
            "name": name,
            "self_rating": self_rating,
            "show_skill": show_skill,
            "at": time_text(at),
        }
    )


_dump: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def time_text(at: datetime) -> str:
    """RFC 3339 in UTC, to the millisecond.

    >>> time_text(datetime(2026, 3, 1, 20, 5, 7, 250_000, UTC))
    '2026-03-01T20:05:07.250Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seat_fields(seat: int, entry: SeatEntry) -> JsonObject:
    """A seat of the record, only with the fields that say something."""
    fields: JsonObject = {
        "seat": seat,
        "player_id": entry.player_id,
        "controller": entry.controller,
    }
    if entry.skill is not None:
        fields["skill"] = entry.skill
    if entry.left_in_hand:
        fields["left_in_hand"] = True
    if entry.extra_jokers is not None:
        fields["extra_jokers"] = entry.extra_jokers
    return fields


def move_text(move: Move, deck: Deck, ms: int) -> str:
    """A move of the record as JSON."""
    more = ""
    if isinstance(move, (Discard, JokerButton)):
        more = f',"cards":["{deck.names[move.card]}"]'
    elif isinstance(move, (Draw, TakePile, Talon)):
        more = f',"cards":{_cards_text(deck, move.cards)}'
    elif isinstance(move, Meld):
        cards = _cards_text(deck, move.cards)
        more = f',"rank":"{deck.rank_names[move.rank]}","cards":{cards}'
    elif isinstance(move, Expose):
        replaced = move.replacement
        name = "null" if replaced is None else f'"{deck.names[replaced]}"'
        more = f',"cards":["{deck.names[move.card]}"],"replacement":{name}'
    elif isinstance(move, Answer):
        more = f',"yes":{"true" if move.yes else "false"}'
    elif isinstance(move, SpecialHand):
        cards = _cards_text(deck, move.cards)
        more = f',"id":"{move.special_hand}","cards":{cards}'
    return f'{{"seat":{move.seat},"do":"{move.do}"{more},"ms":{ms}}}'


def _cards_text(deck: Deck, cards: Sequence[int]) -> str:
    """A list of cards as JSON; no list of the log is empty."""
    names = '","'.join([deck.names[card] for card in cards])
    return f'["{names}"]'


def result_fields(
    state: HandState,
    *,
    scores: Sequence[SideScore],
    points_before: Sequence[int],
    is_game_over: bool,
) -> JsonObject:
    """The result of a finished hand with the whole breakdown of each side."""
    result: JsonObject = {
        "ended_by": state.ended_by,
        "went_out_seat": state.went_out_seat,
    }
    if state.special_hand_seat is not None:
        result["special_hand_seat"] = state.special_hand_seat
    result["concealed"] = state.is_concealed
    result["sides"] = [
        _side_fields(score, before)
        for score, before in zip(scores, points_before, strict=True)
    ]
    result["game_over"] = is_game_over
    return result


def abandoned_result(points_before: Sequence[int]) -> JsonObject:
    """The result of a hand that the table gave up: nobody gets anything."""
    return {
        "ended_by": "abandoned",
        "went_out_seat": None,
        "concealed": False,
        "sides": [_side_fields(NO_SCORE, before) for before in points_before],
        "game_over": False,
    }


def _side_fields(score: SideScore, points_before: int) -> JsonObject:
    counts = score.canastas
    return {
        "points": score.points,
        "points_before": points_before,
        "points_after": points_before + score.points,
        "melded": score.melded,
        "canasta_bonus": score.canasta_bonus,
        "threes": score.threes,
        "going_out": score.going_out,
        "held": score.held,
        "penalties": score.penalties,
        "special_hand": score.special_hand,
        "canastas": {
            "natural": counts.natural,
            "mixed": counts.mixed,
            "wild": counts.wild,
            "aces": counts.aces,
            "sevens": counts.sevens,
        },
    }
