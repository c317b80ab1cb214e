"""What can be chosen for the options of `/practice`."""

from typing import Final

from discord import app_commands

from bot.host.practising import levels_offered
from bot.match.practice import Measured, Pace
from bot.match.terms import HomeKind, Starts
from cogs.ui.levels import level_in_full

Choice = app_commands.Choice[str]

_STARTS: Final = {Starts.ME: "me", Starts.THEM: "the bot", Starts.RANDOM: "chance decides"}


def level_choices() -> list[app_commands.Choice[int]]:
    """Give the levels that this machine can play."""
    return [
        app_commands.Choice(name=level_in_full(number), value=int(number))
        for number in levels_offered()
    ]


def first_choices() -> list[Choice]:
    """Give who may move first."""
    return [Choice(name=name, value=starts.value) for starts, name in _STARTS.items()]


def pace_choices() -> list[Choice]:
    """Give how soon the bot may answer."""
    names = {
        Pace.AT_ONCE: "at once",
        Pace.UNHURRIED: "unhurried: within minutes or hours, as a friend would",
    }
    return [Choice(name=name, value=pace.value) for pace, name in names.items()]


def measured_choices() -> list[Choice]:
    """Give what a match against the bot may be played for."""
    names = {
        Measured.YES: "yes: for the practice rating, which tells how strong you play",
        Measured.NO: "no: just for fun",
    }
    return [Choice(name=name, value=measured.value) for measured, name in names.items()]


def place_choices() -> list[Choice]:
    """Give where a match against the bot may be played."""
    names = {
        HomeKind.THREAD: "in a thread of its own",
        HomeKind.CHANNEL: "in the channel itself",
        HomeKind.DIRECT: "in your direct messages",
    }
    return [Choice(name=name, value=home.value) for home, name in names.items()]
