"""Times of the log in machine code: the usual forms of what `ingest.times` reads.

Each letter is looked at only after those before it were right, so that nothing
behind the end of a line is read.
"""

from ingest.plain_code import Pointer, inlined

NO_INSTANT = -(2**63)
_CYCLE = 400  # years after which leap days repeat
_ZERO, _DASH, _PLUS, _DOT, _COLON, _T, _Z = b"0-+.:TZ"


@inlined
def digits(data: Pointer, at: int, count: int) -> int:
    """The number that so many digits at `at` make, -1 if there are not so many."""
    number = 0
    for place in range(at, at + count):
        digit = int(data[place]) - _ZERO
        if digit < 0 or digit > 9:
            return -1
        number = number * 10 + digit
    return number


@inlined
def first_day(year: int, month: int) -> int:
    """Days since 1970 of the first of a month.

    A year starts in March here, so that the leap day is the last of one.
    """
    years = year - (month <= 2)
    of_months = (153 * ((month + 9) % 12) + 2) // 5
    n_leap_days = years // 4 - years // 100 + years // _CYCLE
    return years * 365 + n_leap_days + of_months - 719_468


@inlined
def date(data: Pointer, at: int) -> int:
    """Days since 1970 of the date at `at`, such as 2026-11-28; `NO_INSTANT` if none."""
    year = digits(data, at, 4)
    if year < 1 or data[at + 4] != _DASH:
        return NO_INSTANT
    month = digits(data, at + 5, 2)
    if month < 1 or month > 12 or data[at + 7] != _DASH:
        return NO_INSTANT
    day = digits(data, at + 8, 2)
    first = first_day(year, month)
    following = first_day(year + month // 12, month % 12 + 1)
    return first + day - 1 if 1 <= day <= following - first else NO_INSTANT


@inlined
def clock(data: Pointer, at: int) -> int:
    """Minutes of the time at `at`, such as 23:59; -1 if there is none."""
    hour = digits(data, at, 2)
    if hour < 0 or hour > 23 or data[at + 2] != _COLON:
        return -1
    minute = digits(data, at + 3, 2)
    return hour * 60 + minute if 0 <= minute <= 59 else -1


@inlined
def fraction(data: Pointer, at: int) -> tuple[int, int]:
    """Microseconds of a fraction of a second at `at`, and where it ends; -1: wrong."""
    if data[at] != _DOT:
        return 0, at
    end, micros, unit = at + 1, 0, 100_000
    while digits(data, end, 1) >= 0:
        micros += digits(data, end, 1) * unit
        unit //= 10
        end += 1
    return micros, end if 1 < end - at <= 7 else -1


@inlined
def instant(data: Pointer, at: int) -> tuple[int, int]:
    """Microseconds since 1970 of the time at `at`, and where it ends; -1: not read."""
    day = date(data, at)
    if day == NO_INSTANT or data[at + 10] != _T:
        return 0, -1
    minutes = clock(data, at + 11)
    if minutes < 0 or data[at + 16] != _COLON:
        return 0, -1
    second = digits(data, at + 17, 2)
    if second < 0 or second > 59:
        return 0, -1
    micros, end = fraction(data, at + 19)
    if end < 0:
        return 0, -1
    ahead = 0
    if data[end] != _Z:
        ahead = clock(data, end + 1) if data[end] in (_DASH, _PLUS) else -1
        if ahead < 0:
            return 0, -1
        ahead = -ahead if data[end] == _DASH else ahead
        end += 5
    seconds = (day * 1440 + minutes - ahead) * 60 + second
    return seconds * 1_000_000 + micros, end + 1
