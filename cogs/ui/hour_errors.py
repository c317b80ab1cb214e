"""What was wrong with hours that somebody typed. Facts only; `hour_replies` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.match.telling import DayMinute
from cogs.ui.errors import CogRefusal


class HourRefusal(CogRefusal):
    """The base of all that is declined of hours."""


@dataclass(eq=False, slots=True)
class UnreadableHour(HourRefusal):
    """A text that is no time of day."""

    text: str


@dataclass(eq=False, slots=True)
class HalfQuiet(HourRefusal):
    """Quiet hours of which only one end was named."""

    text: str


@dataclass(eq=False, slots=True)
class QuietAllDay(HourRefusal):
    """Quiet hours that end when they begin."""

    minute: DayMinute
