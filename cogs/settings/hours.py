"""Times of day as people type them into a form."""

import re
from typing import Final

from bot.features.settings.preferences import DayMinute, QuietHours
from cogs.settings.errors import HalfQuiet, QuietAllDay, UnreadableHour

_TIME: Final = re.compile(r"(\d{1,2})(?:[:.h]?(\d\d))?\s*h?\s*(am|pm)?", re.IGNORECASE | re.ASCII)


def read_minute(text: str) -> DayMinute:
    """Read `22:30`, `22.30`, `22`, `2230` or `10:30 pm`. Raise `UnreadableHour`."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise UnreadableHour(text)
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise UnreadableHour(text)
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        raise UnreadableHour(text)
    return DayMinute(hour * 60 + minute)


def read_quiet(begin: str, end: str) -> QuietHours | None:
    """Read quiet hours; none where both ends are empty.

    Raise `UnreadableHour`, `HalfQuiet` or `QuietAllDay`.
    """
    if not begin and not end:
        return None
    if not begin or not end:
        raise HalfQuiet(begin or end)
    quiet = QuietHours(read_minute(begin), read_minute(end))
    if quiet.begin == quiet.end:
        raise QuietAllDay(quiet.begin)
    return quiet
