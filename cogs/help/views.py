"""The screen of `/help` and of the button below a bed: the game and the commands."""

from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.features.matches.errors import NoMatchHere, SeveralMatches
from bot.game import newest_ruleset
from cogs.core.access import viewer_of
from cogs.core.actions import ActionButton, button
from cogs.core.alt_text import alt_text
from cogs.core.board import Picture
from cogs.core.contexts import place_of
from cogs.core.rulesets import DEFAULT
from cogs.help.rule_pages import IN_SHORT, PAGES
from render.lessons import Lesson, scene_of
from render.scene import Scene
from render.theme import Theme

ACCENT: Final = 0xF0913A

View = discord.ui.LayoutView


async def ruleset_here(interaction: discord.Interaction[BoopBot]) -> str:
    """Name the ruleset of the match whose thread this is, or else the published one.

    In direct messages, that of the only match that lives there.
    """
    place, matches = place_of(interaction), interaction.client.host.matches
    match = await matches.of_thread(place)
    if place.guild is None:
        with suppress(NoMatchHere, SeveralMatches):
            match = await matches.resolve_to_see(viewer_of(interaction), None)
    return match.position.ruleset.name if match else DEFAULT.name


async def rules_page(
    bot: BoopBot, number: int, ruleset: str, theme: Theme
) -> tuple[View, discord.File]:
    """Draw a page, the first being 0; one that is not there becomes the nearest that is."""
    pages = PAGES[ruleset]
    number = min(max(number, 0), len(pages) - 1)
    picture = await _picture(bot, pages[number].lesson, ruleset, theme)
    return page_view(number, ruleset, picture), picture.file()


async def welcome_screen(bot: BoopBot, ruleset: str, theme: Theme) -> tuple[View, discord.File]:
    """Draw the rules in short, for somebody new to the game, which they begin by that ruleset."""
    picture = await _picture(bot, Lesson.BOOP, ruleset, theme)
    return welcome_view(ruleset, picture), picture.file()


def page_view(number: int, ruleset: str, picture: Picture) -> View:
    """Lay out a page, with the ways to those beside it."""
    pages = PAGES[ruleset]
    page = pages[number]
    text = f"### {page.title}\n{page.text}\n-# Page {number + 1} of {len(pages)}"
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        _turning("Back", number - 1, ruleset), _turning("Next", number + 1, ruleset)
    )
    return _screen(text, picture, row)


def welcome_view(ruleset: str, picture: Picture) -> View:
    """Lay out the rules in short, with the way to all of them."""
    text = f"{in_short(ruleset)}\n-# New to boop? Here are the rules, once."
    return _screen(text, picture, all_rules(ruleset))


def in_short(ruleset: str) -> str:
    """Return a ruleset's few lines below their title."""
    name = "" if ruleset == DEFAULT.name else f": {ruleset}"
    return f"### How to play boop{name}\n{IN_SHORT[ruleset]}"


def all_rules(ruleset: str) -> discord.ui.ActionRow[Any]:
    """Lay out the way to all pages of a ruleset."""
    style = discord.ButtonStyle.secondary
    return discord.ui.ActionRow(
        button("All rules with pictures", style, "rules", page=0, ruleset=ruleset)
    )


def _turning(label: str, number: int, ruleset: str) -> ActionButton:
    """Return a button that leads to a page, pale where there is none: buttons keep their place."""
    there = 0 <= number < len(PAGES[ruleset])
    page = number if there else None
    turning = button(label, discord.ButtonStyle.secondary, "rules", page=page, ruleset=ruleset)
    turning.item.disabled = not there
    return turning


def _screen(text: str, picture: Picture, row: discord.ui.ActionRow[Any]) -> View:
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{picture.name}", description=picture.words)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay(text))
    container.add_item(gallery)
    view = View(timeout=None)
    view.add_item(container)
    view.add_item(row)
    return view


async def _picture(bot: BoopBot, lesson: Lesson, ruleset: str, theme: Theme) -> Picture:
    scene = lesson_in(lesson, ruleset, theme)
    return Picture(await bot.studio.picture(scene), f"rules-{lesson.value}.png", alt_text(scene))


def lesson_in(lesson: Lesson, ruleset: str, theme: Theme) -> Scene:
    """Return a lesson's scene with the hands of a ruleset: no cats in one, a mouse in another."""
    scene = scene_of(lesson)
    position = replace(scene.position, ruleset=newest_ruleset(ruleset))
    return replace(scene, position=position, theme=theme)


_PLACE: Final = """\
A column below the bed, then a square; or `/place`: `a1` is top left
**More** below the bed: a draw, a turn back, a day more, and the rest
`/plan`: your answer to a turn that may come"""
_LEARN: Final = """### Learn
`/rules`: all of them, with pictures
`/hint`: your best turn, thrice in a casual match
`/puzzle`: one a day, with one way to win
`/replay`: a match turn by turn, or as a film
`/analyse`: what turned a match, and what was better
`/export`: a match as a text file"""
_LOOKED_AFTER: Final = """`/games`: all of them
`/next`: one that waits for you
`/board`: the bed again; `text:true` in words
`/match`: all about one, hints included
`/watch`: hear how a match of others ends
`/resign`: asks, then gives up
`/preferences`: how I tell you, and when not
`/privacy`: what I keep about you"""
_COMMANDS: Final = f"""### Play
`/practice`: play me, as one of eight cats; a child beats the first
`/challenge`: a friend, or anyone here
`/challenges`: what is open
{_PLACE}
### Your matches
{_LOOKED_AFTER}
`/vacation`: lets your clocks rest
{_LEARN}
### Server
`/leaderboard show`: who leads
`/season`: who won the last one
`/profile`: how somebody plays
`/history`: what was played
`/block`: who may not challenge you
`/settings`, `/moderate`: for those who run the server
-# Take your time: one move a day is fine. Who runs out of time loses, after a reminder."""
_IN_PERSON: Final = f"""### Play
{_PLACE}
### Your matches
{_LOOKED_AFTER}
{_LEARN}
-# Who runs out of time loses, after a reminder. People are challenged in a server that we share; \
a match here belongs to the one in which it was asked for. `/help` there lists the others."""


class Where(Enum):
    """Where somebody asks, for not every command works everywhere."""

    SERVER = "server"
    DIRECT = "direct"


def short_view(ruleset: str) -> discord.ui.LayoutView:
    """Lay out a ruleset in short, with the ways to more."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    text = f"{in_short(ruleset)}\n-# `/help` lists the commands."
    container.add_item(discord.ui.TextDisplay(text))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.add_item(all_rules(ruleset))
    return view


def help_view(ruleset: str, where: Where = Where.SERVER) -> discord.ui.LayoutView:
    """Lay out a ruleset in short and the commands, with the way to all of its rules."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay(in_short(ruleset)))
    container.add_item(discord.ui.Separator())
    commands = _COMMANDS if where is Where.SERVER else _IN_PERSON
    container.add_item(discord.ui.TextDisplay(commands))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.add_item(all_rules(ruleset))
    return view
