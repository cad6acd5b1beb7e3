"""Ratings as people read them: whole numbers, rounded half away from zero."""

import math

MINUS = "\N{MINUS SIGN}"


def whole(value: float) -> int:
    """`value` rounded to a whole number, halves away from zero.

    >>> whole(1086.5), whole(-0.5), whole(0.49999999999999994)
    (1087, -1, 0)
    """
    size = abs(value)
    floor = math.floor(size)
    # Not floor(size + 0.5): the sum rounds up for the largest float below 0.5.
    rounded = floor + 1 if size - floor >= 0.5 else floor
    return -rounded if value < 0 else rounded


def shown(value: float) -> str:
    """A Rating or Form.

    >>> shown(1085.6)
    '1,086'
    """
    return _with_sign(whole(value), plus="")


def shown_change(before: float, after: float) -> str:
    """The change between two Ratings as they are shown, so that a column adds up.

    >>> shown_change(1076.6, 1085.6), shown_change(1000.4, 1000.4)
    ('+9', '±0')
    """
    change = whole(after) - whole(before)
    return _with_sign(change, plus="+") if change else "±0"


def shown_step(before: float, after: float) -> str:
    """What a hand did to a Rating.

    >>> shown_step(1076.6, 1085.6)
    '+9, now 1,086'
    """
    return f"{shown_change(before, after)}, now {shown(after)}"


def shown_part(value: float) -> str:
    """A part of a change, which is often less than a point.

    >>> shown_part(2.34), shown_part(0.04)
    ('+2.3', '+0.0')
    """
    sign = MINUS if value < 0 else "+"
    return f"{sign}{abs(value):,.1f}"


def _with_sign(number: int, plus: str) -> str:
    return f"{MINUS}{-number:,}" if number < 0 else f"{plus}{number:,}"
