"""What can be chosen for the options of `/challenge`."""

from typing import Final

from discord import app_commands

from bot.match.challenge import LIFETIME
from bot.match.clock import DAY, Weekends
from bot.match.terms import HomeKind, Stakes, Starts
from cogs.ui.words import counted

DEFAULT_DAYS: Final = round(LIFETIME / DAY)

_DAYS: Final = (1, 2, 3, 5, 7, 14)

Choice = app_commands.Choice[str]


def starts_choices() -> list[Choice]:
    """Give who may move first."""
    return [Choice(name=starts.value, value=starts.value) for starts in Starts]


def stakes_choices() -> list[Choice]:
    """Give what a match may be played for."""
    names = {
        Stakes.RATED: "rated: it counts for both of you",
        Stakes.CASUAL: "casual: just for fun",
    }
    return [Choice(name=name, value=stakes.value) for stakes, name in names.items()]


def weekend_choices() -> list[Choice]:
    """Give what the clocks may do at weekends."""
    names = {
        Weekends.PLAYED: "the clocks run on Saturday and Sunday",
        Weekends.PAUSED: "the clocks rest on Saturday and Sunday",
    }
    return [Choice(name=name, value=weekends.value) for weekends, name in names.items()]


def home_choices() -> list[Choice]:
    """Give where a match may be played."""
    names = {
        HomeKind.THREAD: "in a thread of its own",
        HomeKind.CHANNEL: "in the channel itself",
        HomeKind.DIRECT: "in direct messages, a bed for each of you",
    }
    return [Choice(name=name, value=home.value) for home, name in names.items()]


def expiry_choices() -> list[app_commands.Choice[int]]:
    """Give how long a challenge may stay open."""
    return [app_commands.Choice(name=counted(days, "day"), value=days) for days in _DAYS]
