"""The root of every error that a person may meet, and faults of the engine itself.

It lives here because every other package may import `engine` and `engine`
imports none of them.
"""


class CoastalError(Exception):
    """Something a person can act on: one sentence, no traceback.

    The sentence says what was found, what was expected, where, and what to do.
    `exit_status` is what the command line ends with: 1 for refused data, 2 for
    wrong use.
    """

    exit_status = 1


class UsageError(CoastalError, ValueError):
    """A command or a call was used wrongly; nothing ran."""

    exit_status = 2


class StuckError(RuntimeError):
    """A player found no move: a fault of ours."""


class ConservationError(RuntimeError):
    """The engine lost or doubled a card: a fault of ours, never of a log."""
