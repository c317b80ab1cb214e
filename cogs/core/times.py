"""Time controls in words, and those that people choose from."""

from functools import partial
from typing import Final, assert_never

from discord import app_commands

from bot.features.settings.preferences import DayMinute
from bot.match.clock import (
    DAY,
    DEFAULT_TIME,
    HOUR,
    Bank,
    PerMove,
    TimeControl,
    Unlimited,
    read_time,
    write_time,
)
from bot.match.identity import Seconds
from bot.text import NN_, all_of, gettext, ngettext, translate
from cogs.core.translating import command_text

OFFERED_TIMES: Final[tuple[TimeControl, ...]] = (
    *(PerMove(Seconds(hours * HOUR)) for hours in (1, 6, 12)),
    *(PerMove(Seconds(days * DAY)) for days in (1, 2, 3, 5, 7, 14)),
    Bank(Seconds(DAY), Seconds(HOUR), Seconds(2 * DAY)),
    Bank(Seconds(3 * DAY), Seconds(6 * HOUR), Seconds(5 * DAY)),
    Bank(Seconds(7 * DAY), Seconds(12 * HOUR), Seconds(14 * DAY)),
    Unlimited(),
)

MINUTE: Final = Seconds(60.0)

DEFAULT_CHOICE: Final = write_time(DEFAULT_TIME)


def time_choices() -> list[app_commands.Choice[str]]:
    """Return the time controls as choices of a command's option."""
    return [
        app_commands.Choice(
            name=command_text(partial(time_name, control)), value=write_time(control)
        )
        for control in OFFERED_TIMES
    ]


def time_chosen(value: str) -> TimeControl:
    """Return the time control of a choice."""
    return read_time(value)


def time_name(control: TimeControl) -> str:
    """Return a time control as `3 days per move`."""
    match control:
        case PerMove(seconds):
            return gettext("{span} per move", span=span(seconds))
        case Bank(start, increment, cap):
            return gettext(
                "{start}, plus {increment} per move, up to {cap}",
                start=span(start),
                increment=span(increment),
                cap=span(cap),
            )
        case Unlimited():
            return gettext("no time limit")
        case _:
            assert_never(control)


def span(seconds: Seconds) -> str:
    """Return a span of time by its two largest units, as `2 days and 3 hours` or `40 minutes`.

    Only what is under a minute is given in seconds.
    """
    if round(seconds) < MINUTE:
        return ngettext("{count} second", "{count} seconds", max(1, round(seconds)))
    minutes = round(seconds / MINUTE)
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    amounts = (days, hours, minutes)
    parts = [
        translate(unit, count=each) for unit, each in zip(_UNITS, amounts, strict=True) if each
    ]
    return all_of(parts[:2])


_UNITS: Final = (
    NN_("{count} day", "{count} days"),
    NN_("{count} hour", "{count} hours"),
    NN_("{count} minute", "{count} minutes"),
)


def write_minute(minute: DayMinute) -> str:
    """Return a time of day as `07:30`."""
    hour, rest = divmod(minute, 60)
    return f"{hour:02}:{rest:02}"
