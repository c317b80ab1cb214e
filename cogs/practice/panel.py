"""The private panel on which somebody chooses whom of the bot's cats to play, and how."""

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.engine import LEVELS
from bot.features.practice.service import levels_offered
from bot.match.clock import Weekends
from bot.match.match import Match
from bot.match.practice import LevelNumber, Measured, Pace
from bot.match.terms import HomeKind, Starts
from cogs.core.actions import ActionButton, button, menu
from cogs.core.board import Picture, gallery
from cogs.core.levels import level_called, level_in_full, level_manner, level_mark, level_name
from cogs.core.panels import View, note_panel
from cogs.core.rulesets import IN_A_LINE
from cogs.core.times import time_name
from cogs.core.words import listed
from cogs.help.views import ACCENT
from cogs.practice.wanted import NO_LIMIT, PracticeWanted
from render.faces import Portrait, Portraits
from render.studio import NoPicture
from render.theme import Theme

_STARTS: Final = {
    Starts.RANDOM: "Chance decides who moves first",
    Starts.ME: "You move first",
    Starts.THEM: "I move first",
}
_PACES: Final = {Pace.AT_ONCE: "At once", Pace.UNHURRIED: "Unhurried"}
_PACE_LINES: Final = {
    Pace.AT_ONCE: "🐾 I answer **at once**.",
    Pace.UNHURRIED: "🐾 I take **minutes or hours** for a turn, as a friend would.",
}
_MEASURED: Final = {Measured.YES: "For the practice rating", Measured.NO: "Just for fun"}
_MEASURED_LINES: Final = {
    Measured.YES: "📏 **For the practice rating**, and no other.",
    Measured.NO: "☕ **Just for fun**: no rating changes.",
}
_HOMES: Final = {
    HomeKind.THREAD: None,
    HomeKind.CHANNEL: "📍 In the channel itself.",
    HomeKind.DIRECT: "📍 In your direct messages with me.",
}


def practice_panel(
    wanted: PracticeWanted,
    suggested: LevelNumber | None = None,
    picture: Picture | None = None,
) -> View:
    """Ask for the level and how to play it.

    `suggested` is the level that would be a fair match, and the picture shows all there are.
    """
    view = note_panel("### Play against me")
    if picture is not None:
        view.add_item(gallery(picture))
    view.add_item(discord.ui.TextDisplay("\n".join(_lines(wanted, suggested))))
    for choice in (_levels(wanted), _rulesets(wanted), _starts(wanted)):
        view.add_item(discord.ui.ActionRow(choice))
    paces = [
        _tab(_PACES[pace], replace(wanted, pace=pace), pace is wanted.pace, pace.name)
        for pace in Pace
    ]
    stakes = [
        _tab(_MEASURED[each], replace(wanted, measured=each), each is wanted.measured, each.name)
        for each in Measured
    ]
    view.add_item(discord.ui.ActionRow(*paces))
    view.add_item(discord.ui.ActionRow(*stakes))
    play = button("Play", discord.ButtonStyle.success, "begin-practice", wanted=wanted)
    view.add_item(discord.ui.ActionRow(play))
    return view


def begins_panel(match: Match) -> View:
    """Say, in place of the panel, that the match begins."""
    return note_panel(f"{_begun(match)}.")


def begun_panel(match: Match, link: str) -> View:
    """Say that the match has begun, and where."""
    return note_panel(f"{_begun(match)}: {link}")


def _begun(match: Match) -> str:
    level = level_called(match.bot.practice.level) if match.bot else "me"
    return f"**#{match.id}** against {level} begins"


def _lines(wanted: PracticeWanted, suggested: LevelNumber | None) -> list[str]:
    level = wanted.level
    lines = [
        f"**{level_called(level)}** {level_manner(level)}.",
        f"-# Level {level} of {levels_offered()[-1]}",
    ]
    if suggested is not None and suggested != level:
        lines[-1] += f" · by your practice rating {level_called(suggested)} is a fair match"
    lines += [_PACE_LINES[wanted.pace], _MEASURED_LINES[wanted.measured]]
    if wanted.time != NO_LIMIT:
        rests = " On weekends your clock rests." if wanted.weekends is Weekends.PAUSED else ""
        lines.append(f"⏳ Your time: {time_name(wanted.time)}.{rests}")
    lines += filter(None, [_HOMES[wanted.home]])
    return lines


def _levels(wanted: PracticeWanted) -> Any:
    options = [
        discord.SelectOption(
            label=f"{level_name(number)} · level {number}",
            value=str(number),
            description=level_manner(number),
            emoji=level_mark(number),
            default=number == wanted.level,
        )
        for number in levels_offered()
    ]
    return menu("Which cat?", options, "practise-level", wanted=wanted)


def _rulesets(wanted: PracticeWanted) -> Any:
    options = [
        discord.SelectOption(
            label=name, value=name, description=line, default=name == wanted.ruleset
        )
        for name, line in IN_A_LINE.items()
    ]
    return menu("Which ruleset?", options, "practise-ruleset", wanted=wanted)


def _starts(wanted: PracticeWanted) -> Any:
    options = [
        discord.SelectOption(label=label, value=starts.value, default=starts is wanted.starts)
        for starts, label in _STARTS.items()
    ]
    return menu("Who moves first?", options, "practise-first", wanted=wanted)


def _tab(
    label: str,
    wanted: PracticeWanted,
    is_chosen: bool,  # noqa: FBT001 - private
    name: str,
) -> ActionButton:
    """Return one of the choices that stand side by side, the one that is chosen in colour."""
    style = discord.ButtonStyle.primary if is_chosen else discord.ButtonStyle.secondary
    return button(label, style, "practise", key=name.lower().replace("_", "-"), wanted=wanted)


Choice = app_commands.Choice[str]

_STARTS_practice_choices: Final = {
    Starts.ME: "me",
    Starts.THEM: "the bot",
    Starts.RANDOM: "chance decides",
}


def level_choices() -> list[app_commands.Choice[int]]:
    """Return the levels that this machine can play."""
    return [
        app_commands.Choice(name=level_in_full(number), value=int(number))
        for number in levels_offered()
    ]


def first_choices() -> list[Choice]:
    """Return who may move first."""
    return [
        Choice(name=name, value=starts.value) for starts, name in _STARTS_practice_choices.items()
    ]


def pace_choices() -> list[Choice]:
    """Return how soon the bot may answer."""
    names = {
        Pace.AT_ONCE: "at once",
        Pace.UNHURRIED: "unhurried: within minutes or hours, as a friend would",
    }
    return [Choice(name=name, value=pace.value) for pace, name in names.items()]


def measured_choices() -> list[Choice]:
    """Return what a match against the bot may be played for."""
    names = {
        Measured.YES: "yes: for the practice rating, which tells how strong you play",
        Measured.NO: "no: just for fun",
    }
    return [Choice(name=name, value=measured.value) for measured, name in names.items()]


def place_choices() -> list[Choice]:
    """Return where a match against the bot may be played."""
    names = {
        HomeKind.THREAD: "in a thread of its own",
        HomeKind.CHANNEL: "in the channel itself",
        HomeKind.DIRECT: "in your direct messages",
    }
    return [Choice(name=name, value=home.value) for home, name in names.items()]


async def cats_picture(
    bot: BoopBot, theme: Theme, chosen: LevelNumber | None = None
) -> Picture | None:
    """Draw the cats that can be played, one of them marked; none while much else is drawn."""
    offered = levels_offered()
    cats = tuple(Portrait(number, level_name(number)) for number in offered)
    try:
        png = await bot.studio.picture(Portraits(cats, chosen, theme))
    except NoPicture:
        return None
    words = f"The faces of my cats, the weakest first: {listed([cat.name for cat in cats])}."
    if chosen is not None:
        words += f" {level_name(chosen)} is chosen."
    return Picture(png, f"cats-{chosen or 0}.png", words)


def cats_panel(wanted: PracticeWanted, picture: Picture | None = None) -> View:
    """Tell of each level, with the way to play one by these terms."""
    offered = levels_offered()
    lines = [
        f"{level.number}. **{level_called(level.number)}** {level_manner(level.number)}"
        for level in LEVELS
    ]
    if missing := [level_called(each.number) for each in LEVELS if each.number not in offered]:
        thinks = "thinks" if len(missing) == 1 else "think"
        lines.append(f"-# {listed(missing)} {thinks} too hard for the machine that I run on.")
    lines.append("-# Matches with me count for your practice rating alone, and for no leaderboard.")
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("### I play boop too, as one of eight cats"))
    if picture is not None:
        container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    play = button("Play me", discord.ButtonStyle.success, "practise", key="open", wanted=wanted)
    container.add_item(discord.ui.ActionRow(play))
    view = View(timeout=None)
    view.add_item(container)
    return view
