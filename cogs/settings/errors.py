"""What is declined of settings and preferences before anything is stored.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.settings.preferences import DayMinute
from bot.text import N_, Message, Typed
from cogs.core.errors import CogRefusal, ServerRefusal


@dataclass(eq=False, slots=True)
class NotInBounds(ServerRefusal):
    """A limit was to be set to what is no whole number between its bounds."""

    message = N_("“{limit}” can't be {text}. Enter a whole number from {least} to {most}.")

    limit: Message
    text: Typed
    least: int
    most: int


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
        "Quiet hours need a beginning and an end, and you gave only {text}. Write both, or leave "
        "both empty for none."
    )

    text: Typed


@dataclass(eq=False, slots=True)
class QuietAllDay(HourRefusal):
    """Quiet hours that end when they begin."""

    message = N_(
        "Quiet hours from {minute} to {minute} would never end. Choose another end, or turn "
        "notifications **off** instead."
    )

    minute: DayMinute
