"""What was wrong with hours, as sentences."""

from bot.host.errors import UnknownTimeZone
from cogs.ui.hour_errors import HalfQuiet, HourRefusal, QuietAllDay, UnreadableHour
from cogs.ui.hours import write_minute
from cogs.ui.quoting import quoted
from cogs.ui.words import listed


def hours_sentence(refusal: HourRefusal | UnknownTimeZone) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case UnreadableHour(text):
            return f"{quoted(text)} is no time of day. Write it like `22:30`."
        case HalfQuiet(text):
            return (
                f"Quiet hours need a beginning and an end, and only {quoted(text)} was there. "
                "Write both, or leave both empty for none."
            )
        case QuietAllDay(minute):
            return (
                f"Quiet hours from `{write_minute(minute)}` to `{write_minute(minute)}` would "
                "never end. Choose another end, or switch notices **Off** instead."
            )
        case UnknownTimeZone(text, near):
            names = listed([f"`{name}`" for name in near], "or")
            meant = f"Did you mean {names}?" if near else "Write it like `Europe/Berlin`."
            return f"{quoted(text)} is no time zone that I know. {meant}"
        case _:
            return None
