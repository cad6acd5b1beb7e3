"""Charts by day: a calendar of how much was played, and the change of every day.

Days reach the browser as dates without a zone, so that none slips to its neighbour.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from dashboards.charts import LOSS, NEUTRAL, OWN, Spec
from dashboards.data.played import PlayedDay

N_WEEKS = 26  # of a calendar: what a phone still shows as squares
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TIP = [
    {"field": "day", "title": "day"},
    {"field": "hands", "title": "hands"},
    {"field": "change", "title": "Rating change"},
]


def calendar_chart(days: Sequence[PlayedDay]) -> Spec:
    """Hands a day by week and weekday, over the weeks up to the last day played.

    The darker (on a dark page: the brighter), the more hands; a day off is grey.
    """
    last = max(row.day for row in days)
    first = first_of_calendar(last)
    played = {row.day: row for row in days}
    every = [first + timedelta(n) for n in range(7 * N_WEEKS)]
    values = [_square(day, played.get(day)) for day in every if day <= last]
    most = max(row.n_hands for row in days)
    return {
        "height": 190,
        "data": {"values": values},
        "mark": {"type": "rect", "cornerRadius": 2, "strokeWidth": 0},
        "encoding": {
            "x": _weeks(every[::7]),
            "y": _band("weekday") | {"sort": list(WEEKDAYS)},
            "color": {
                "condition": {"test": "datum.hands > 0", "value": OWN},
                "value": NEUTRAL,
            },
            "opacity": {
                "field": "hands",
                "type": "quantitative",
                "scale": {"domain": [0, most], "range": [0.15, 1]},
                "legend": None,
            },
            "tooltip": TIP,
        },
    }


def _band(field: str, **axis: object) -> Spec:
    return {
        "field": field,
        "type": "ordinal",
        "title": None,
        "axis": {"ticks": False, "domain": False} | axis,
        "scale": {"paddingInner": 0.15},
    }


def _weeks(mondays: Sequence[date]) -> Spec:
    """The axis of weeks: the first Monday of a month has the month's name."""
    return _band(
        "week",
        values=[monday.isoformat() for monday in mondays if monday.day <= 7],
        labelExpr="utcFormat(toDate(datum.value), '%b')",
        labelAngle=0,
    )


def first_of_calendar(last: date) -> date:
    """The Monday with which the calendar that ends in the week of `last` begins."""
    monday = last - timedelta(last.weekday())
    return monday - timedelta(weeks=N_WEEKS - 1)


def change_chart(days: Sequence[PlayedDay]) -> Spec:
    """The change of the Rating by day: up from zero a gain, down a loss."""
    values = [_square(row.day, row) for row in days if row.rating_change is not None]
    sign = {"condition": {"test": "datum.change < 0", "value": LOSS}, "value": OWN}
    x = {
        "field": "day",
        "type": "temporal",
        "timeUnit": "utcyearmonthdate",
        "title": None,
        "axis": {"grid": False, "format": "%-d %b", "tickCount": 6},
    }
    y = {
        "field": "change",
        "type": "quantitative",
        "title": "rating points",
        "axis": {"grid": False, "format": "+d", "tickCount": 5},
    }
    return {
        "height": 180,
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "bar", "binSpacing": 1},
                "encoding": {"x": x, "y": y, "color": sign, "tooltip": TIP},
            },
            {
                "mark": {"type": "rule", "color": NEUTRAL},
                "encoding": {"y": {"datum": 0, "type": "quantitative"}},
            },
        ],
    }


def _square(day: date, played: PlayedDay | None) -> dict[str, object]:
    monday = day - timedelta(day.weekday())
    return {
        "day": day.isoformat(),
        "week": monday.isoformat(),
        "weekday": WEEKDAYS[day.weekday()],
        "hands": played.n_hands if played else 0,
        "change": played.rating_change if played else None,
    }
