"""Why a line of a log is refused: a listed code and one sentence."""

from typing import Literal

from engine.errors import CoastalError

Code = Literal[
    "line_too_long",
    "bad_utf8",
    "bad_json",
    "duplicate_key",
    "not_an_object",
    "unknown_type",
    "newer_version",
    "missing_field",
    "wrong_type",
    "bad_value",
    "bad_time",
    "unknown_ruleset",
    "unknown_option",
    "bad_seats",
    "bad_pack",
    "illegal_move",
    "points_mismatch",
    "conflict",
]


class RefusedLineError(CoastalError, ValueError):
    """A line that cannot be loaded; the sentence is kept with it in quarantine."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code
