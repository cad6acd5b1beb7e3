"""The hand log's records as types: what a line must look like to be understood."""

import re
from functools import cached_property
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ingest.packed_moves import PackedMoves, packed_moves

LOG_VERSION = 1
MAX_COUNT = 2**53 - 1  # the largest integer that every JSON reader keeps exact
MAX_ID = 128  # printable ASCII characters of the id of a hand or a game
MAX_PLAYER_ID = 64  # characters
MAX_POINTS = 100_000  # points; hand-log: "multiples of 5 in ± 100,000"

# `(?!\n)`: in Python `$` also matches before a final newline.
Id = Annotated[str, Meta(pattern=rf"^[ -~]{{1,{MAX_ID}}}$(?!\n)")]
PlayerId = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_.-]{{1,{MAX_PLAYER_ID}}}$(?!\n)")]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
Ordinal = Annotated[int, Meta(ge=1, le=MAX_COUNT)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Points = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS, multiple_of=5)]
Version = Annotated[int, Meta(ge=LOG_VERSION, le=LOG_VERSION)]
SelfRating = Literal["learning", "casual", "experienced", "expert"]
Skill = Literal["beginner", "intermediate", "expert"]
SpecialHandId = Literal[
    "pairs",
    "wild_pairs",
    "miami_pairs",
    "zip_code",
    "garbage",
    "blast_off",
    "triples",
    "quads",
    "dream_plus_4",
    "dream_plus_5",
]
# What an option may be is the ruleset's to say; JSON Schema can only say the kinds.
Option = Annotated[
    object, Meta(extra_json_schema={"type": ["boolean", "integer", "string", "null"]})
]
DREAM_HANDS = frozenset({"dream_plus_4", "dream_plus_5"})

POINTS = ("points", "points_before", "points_after")
CANASTAS = ("natural", "mixed", "wild", "aces", "sevens")
LINES = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")

MOVE_FIELDS: dict[str, tuple[str, ...]] = {
    "expose": ("cards",),
    "draw": ("cards",),
    "take_pile": ("cards",),
    "meld": ("rank", "cards"),
    "discard": ("cards",),
    "talon": ("cards",),
    "ask": (),
    "answer": ("yes",),
    "special_hand": ("id", "cards"),
    "cancel_opening": (),
    "time_out": (),
    "leave": (),
    "return": (),
    "joker_button": ("cards",),
}  # the fields that each kind of move needs besides `seat`


class Player(Struct, frozen=True, tag="player", tag_field="type"):
    """What a player said about themself at one instant."""

    v: Version
    player_id: PlayerId
    name: Name
    at: str
    self_rating: SelfRating | None = None
    show_skill: bool = True


class SeatRecord(Struct, omit_defaults=True, gc=False):
    """Who sat in one seat."""

    seat: Seat
    controller: Literal["player", "computer"]
    player_id: PlayerId | None = None
    skill: Skill | None = None
    left_in_hand: bool = False
    extra_jokers: Count | None = None


class Canastas(Struct, omit_defaults=True, gc=False):
    """Completed canastas of one side by kind."""

    natural: Count = 0
    mixed: Count = 0
    wild: Count = 0
    aces: Count = 0
    sevens: Count = 0


class SideResult(Struct, omit_defaults=True, gc=False):
    """The claimed points of one side, with the lines they are made of."""

    points: Points
    points_before: Points
    points_after: Points
    melded: Points | None = None
    canasta_bonus: Points | None = None
    threes: Points | None = None
    going_out: Points | None = None
    held: Points | None = None
    penalties: Points | None = None
    special_hand: SpecialHandId | None = None
    canastas: Canastas | None = None


class Result(Struct, omit_defaults=True):
    """The claimed end of the hand."""

    ended_by: Literal["went_out", "special_hand", "stock", "stock_three", "abandoned"]
    sides: list[SideResult]
    game_over: bool
    went_out_seat: Seat | None = None
    special_hand_seat: Seat | None = None
    concealed: bool = False


class Move(Struct, omit_defaults=True, gc=False):
    """One thing that a seat did; `MOVE_FIELDS` says which fields it needs."""

    seat: Seat
    do: Literal[
        "expose",
        "draw",
        "take_pile",
        "meld",
        "discard",
        "talon",
        "ask",
        "answer",
        "special_hand",
        "cancel_opening",
        "time_out",
        "leave",
        "return",
        "joker_button",
    ]
    cards: list[str] | None = None
    rank: str | None = None
    replacement: str | None = None
    id: str | None = None
    yes: bool | None = None
    ms: Count | None = None


class Hand(Struct, dict=True, tag="hand", tag_field="type"):
    """One hand, from the shuffled pack to the claimed result."""

    v: Version
    hand_id: Id
    game_id: Id
    hand_no: Ordinal
    ruleset: str
    options: dict[str, Option]
    mode: Literal["live", "solo"]
    started_at: str
    ended_at: str
    dealer_seat: Seat
    seats: list[SeatRecord]
    result: Result | None
    device_id: str | UnsetType | None = UNSET
    pack: list[str] | None = None
    moves: list[Move] | None = None

    @cached_property
    def packed_moves(self) -> PackedMoves | None:
        """The moves in the form that is stored; None without, or if they do not fit."""
        return None if self.moves is None else packed_moves(self.moves)

    @property
    def packed_already(self) -> PackedMoves | None:
        """`packed_moves` if they were asked for before, else None."""
        found: PackedMoves | None = self.__dict__.get("packed_moves")
        return found


Record = Hand | Player

_PLAYER_ID = re.compile(rf"[A-Za-z0-9_.-]{{1,{MAX_PLAYER_ID}}}", re.ASCII)


def is_player_id(text: str) -> bool:
    """Whether `text` has the form of a player id."""
    return _PLAYER_ID.fullmatch(text) is not None
