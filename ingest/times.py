"""Times of the log: RFC 3339 with offset, as microseconds since 1970 in UTC."""

import re
from datetime import UTC, datetime, timedelta

from ingest.refusal import RefusedLineError

_FORM = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?([Zz]|[+-]\d\d:[0-5]\d)",
    re.ASCII,
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def instant(text: str, field: str) -> int:
    """Microseconds since 1970-01-01 UTC; digits beyond the sixth are cut.

    >>> instant("1970-01-01T01:00:00.0000019+01:00", "at")
    1
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise RefusedLineError(
            "bad_time",
            f"`{field}` is {text[:60]!r}, expected an RFC 3339 time with offset such "
            "as 2026-11-28T19:02:11Z",
        )
    day, clock, fraction, offset = found.groups()
    zone = "+00:00" if offset in "Zz" else offset
    try:
        moment = datetime.fromisoformat(f"{day}T{clock}.{(fraction or '0'):0<6}{zone}")
        return (moment - _EPOCH) // _MICROSECOND
    except (ValueError, OverflowError) as error:
        raise RefusedLineError(
            "bad_time",
            f"`{field}` is {text[:60]!r}, which no calendar has ({error})",
        ) from None
