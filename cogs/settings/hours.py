"""What was wrong with hours that somebody typed.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.features.settings.preferences import DayMinute, QuietHours
from bot.text import N_, Typed
from cogs.core.errors import CogRefusal


class HourRefusal(CogRefusal):
    """The base of all that is declined of hours."""


@dataclass(eq=False, slots=True)
class UnreadableHour(HourRefusal):
    """A text that is no time of day."""

    message = N_("{text} isn't a time of day. Write it like `22:30`.")

    text: Typed


@dataclass(eq=False, slots=True)
class HalfQuiet(HourRefusal):
    """Quiet hours of which only one end was named."""

    message = N_(
        "Quiet hours need a beginning and an end, and you gave only {text}. Write both, or "
        "neither for none."
    )

    text: Typed


@dataclass(eq=False, slots=True)
class QuietAllDay(HourRefusal):
    """Quiet hours that end when they begin."""

    message = N_(
        "Quiet hours from {minute} to {minute} would never end. Choose another end, or turn "
        "notices **Off** instead."
    )

    minute: DayMinute


_TIME: Final = re.compile(r"(\d{1,2})(?:[:.h]?(\d\d))?\s*h?\s*(am|pm)?", re.IGNORECASE | re.ASCII)


def read_minute(text: str) -> DayMinute:
    """Read `22:30`, `22.30`, `22`, `2230` or `10:30 pm`. Raises `UnreadableHour`."""
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

    Raises `UnreadableHour`, `HalfQuiet` or `QuietAllDay`.
    """
    if not begin and not end:
        return None
    if not begin or not end:
        raise HalfQuiet(begin or end)
    quiet = QuietHours(read_minute(begin), read_minute(end))
    if quiet.begin == quiet.end:
        raise QuietAllDay(quiet.begin)
    return quiet


def write_minute(minute: DayMinute) -> str:
    """Return a time of day as `07:30`."""
    hour, rest = divmod(minute, 60)
    return f"{hour:02}:{rest:02}"
