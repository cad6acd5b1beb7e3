"""Many times of the log at once: as `ingest.times`, in columns."""

import numpy as np
import pyarrow as pa

_DAY_US = 86_400_000_000
_MINUTE_US = 60_000_000
# Places of the fields and of the marks between them in 2026-11-28T19:02:11.
_FIELDS = ((0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19))
_MARKS = {4: "-", 7: "-", 10: "T", 13: ":", 16: ":"}
_LENGTHS = (19, *range(21, 27))  # without the offset: no fraction, 1 to 6 digits


def instants(texts: pa.StringArray) -> tuple[np.ndarray, np.ndarray]:
    """Microseconds since 1970 of many times at once, and which of them were read.

    What is not read (False in the second array) may still be a time:
    `ingest.times.instant` judges it.
    """
    offsets = np.frombuffer(texts.buffers()[1], np.int32)
    offsets = offsets[texts.offset : texts.offset + len(texts) + 1]
    data = np.frombuffer(texts.buffers()[2] or b"", np.uint8)
    micros = np.zeros(len(texts), np.int64)
    is_read = np.zeros(len(texts), np.bool_)
    lengths = np.diff(offsets)
    lasts = np.append(data, np.uint8(0))[offsets[1:] - 1]
    is_utc = lasts == ord("Z")
    for length in np.flatnonzero(np.bincount(lengths)).tolist():
        for tail in (1, 6):
            rows = np.flatnonzero((lengths == length) & (is_utc == (tail == 1)))
            if rows.size and length - tail in _LENGTHS:
                letters = data[offsets[rows] + np.arange(length)[:, None]]
                local, is_local = _local(letters[:-tail])
                offset, is_offset = _offset(letters[-tail:])
                micros[rows] = local - offset
                is_read[rows] = is_local & is_offset
    return micros, is_read


def _local(letters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Microseconds since 1970 by the clock of the place, from one letter a row."""
    n_digits = max(len(letters) - 20, 0)  # of the second's fraction
    is_read = np.ones(letters.shape[1], np.bool_)
    for place, mark in {**_MARKS, **({19: "."} if n_digits else {})}.items():
        is_read &= letters[place] == ord(mark)
    fields = []
    for first, end in (*_FIELDS, (20, 20 + n_digits)):
        number, is_number = _number(letters[first:end])
        fields.append(number)
        is_read &= is_number
    year, month, day, hour, minute, second, fraction = fields
    is_read &= (year > 0) & (month >= 1) & (month <= 12)
    is_read &= (hour <= 23) & (minute <= 59) & (second <= 59)
    month_no = np.where(is_read, (year - 1970) * 12 + month - 1, 0)
    first_day = _first_day(month_no)
    is_read &= (day >= 1) & (day <= _first_day(month_no + 1) - first_day)
    seconds = (hour * 60 + minute) * 60 + second
    micros = (first_day + day - 1) * _DAY_US + seconds * 1_000_000
    return micros + fraction * 10 ** (6 - n_digits), is_read


def _offset(letters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Microseconds that the clock is ahead of UTC, from `Z` or `+10:00`."""
    if len(letters) == 1:
        return np.zeros(letters.shape[1], np.int64), letters[0] == ord("Z")
    hours, is_hours = _number(letters[1:3])
    minutes, is_minutes = _number(letters[4:6])
    is_west = letters[0] == ord("-")
    is_read = is_hours & is_minutes & (hours <= 23) & (minutes <= 59)
    is_read &= (is_west | (letters[0] == ord("+"))) & (letters[3] == ord(":"))
    ahead = (hours * 60 + minutes) * _MINUTE_US
    return np.where(is_west, -ahead, ahead), is_read


def _number(letters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The number that the digits of each column make, and whether they are digits."""
    number = np.zeros(letters.shape[1], np.int64)
    are_digits = np.ones(letters.shape[1], np.bool_)
    for letter in letters:
        digit = letter - np.uint8(ord("0"))  # what is below 0 wraps around
        are_digits &= digit <= 9
        number = number * 10 + digit
    return number, are_digits


def _first_day(month_no: np.ndarray) -> np.ndarray:
    """Days since 1970 of the first of each month; months count from 1970 too."""
    return month_no.astype("M8[M]").astype("M8[D]").astype(np.int64)
