"""The choices of the options of `/challenge`."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from discord import app_commands

from bot.match.clock import Weekends
from bot.match.terms import Stakes, Starts, VenueKind
from bot.text import N_, NC_, Message, translate
from cogs.wording.phrases import days_counted
from cogs.wording.translating import command_text

_DAYS: Final = (1, 2, 3, 5, 7, 14)

Choice = app_commands.Choice[str]


def starts_choices() -> list[Choice]:
    """Return the choices of who moves first."""
    return _choices(
        {
            Starts.ME: NC_("who moves first", "me"),
            Starts.THEM: NC_("who moves first", "them"),
            Starts.RANDOM: NC_("who moves first", "random"),
            Starts.EACH: NC_("who moves first", "each once: two matches"),
        }
    )


def stakes_choices() -> list[Choice]:
    """Return the choices of stakes."""
    return _choices(
        {
            Stakes.RATED: N_("rated: it counts for both of you"),
            Stakes.CASUAL: N_("casual: just for fun"),
        }
    )


def weekend_choices() -> list[Choice]:
    """Return the choices of how clocks run on weekends."""
    return _choices(
        {
            Weekends.PLAYED: N_("clocks run on Saturday and Sunday"),
            Weekends.PAUSED: N_("clocks stop on Saturday and Sunday"),
        }
    )


def venue_choices() -> list[Choice]:
    """Return the choices of where a match is played."""
    return _choices(
        {
            VenueKind.THREAD: N_("in a thread of its own"),
            VenueKind.CHANNEL: N_("in the channel itself"),
            VenueKind.DIRECT: N_("in direct messages, a board for each of you"),
        }
    )


def _choices(names: Mapping[Any, Message]) -> list[Choice]:
    return [
        Choice(name=command_text(partial(translate, name)), value=each.value)
        for each, name in names.items()
    ]


def expiry_choices() -> list[app_commands.Choice[int]]:
    """Return the choices of how long a challenge stays open."""
    return [
        app_commands.Choice(name=command_text(partial(days_counted, days)), value=days)
        for days in _DAYS
    ]
