"""The panels of `/help` and of the rules card."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot, Interaction
from bot.features.matches.errors import NoMatchHere, SeveralMatches
from bot.game import Ruleset, Step, newest_ruleset
from bot.match.identity import Direct
from bot.match.terms import ruleset_name
from bot.text import gettext, translate
from cogs.core.access import place_of, viewer_of
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT
from cogs.help.rule_pages import IN_A_SENTENCE, PAGES, TurnPicture, in_a_few_lines
from cogs.wording.alt_text import alt_text, motion_text
from cogs.wording.help_lines import AnyCommand, listed
from cogs.wording.practice_text import count_of_cats
from cogs.wording.rulesets import USUAL_RULESET, is_usual, ruleset_line
from render.lessons import RulePicture, scene_of
from render.replay import Motion
from render.scene import Recent, Scene
from render.studio import NoPicture
from render.theme import Theme
from render.welcome import GrowingUp


async def ruleset_here(interaction: Interaction) -> str:
    """Return the ruleset of the match whose thread this is, or else the published one.

    In direct messages, return the ruleset of the user's only match there.
    """
    place, matches = place_of(interaction), interaction.client.services.matches
    match = await matches.of_thread(place)
    if isinstance(place, Direct):
        with suppress(NoMatchHere, SeveralMatches):
            match = await matches.resolve_to_see(viewer_of(interaction), None)
    return match.position.ruleset.name if match else USUAL_RULESET


def rules_card(ruleset: str, link: str | None = None) -> View:
    """Lead a user who is new to the game to the lessons, the rules and, with a link, their match.

    It is short: Discord shows it below what the user just did, which should stay in view.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    how = gettext("New to boop? Short lessons teach you as you play.")
    container.add_item(discord.ui.TextDisplay(f"**{_title_in_short(ruleset)}**\n{how}"))
    view = View()
    view.add_item(container)
    # A link has no colour, so no button beside it has one: the match comes first.
    style = discord.ButtonStyle.primary if link is None else discord.ButtonStyle.secondary
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if link is not None:
        row.add_item(discord.ui.Button(label=gettext("Go to my match"), url=link))
    row.add_item(button(gettext("Learn by playing"), style, "learn", ruleset=ruleset))
    secondary = discord.ButtonStyle.secondary
    row.add_item(button(gettext("Read the rules"), secondary, "rules", page=0, ruleset=ruleset))
    view.add_item(row)
    return view


async def rules_page(bot: BoopBot, number: int, ruleset: str, theme: Theme) -> tuple[View, Picture]:
    """Draw a page, counted from 0; use the nearest page if there is none of that number."""
    pages = PAGES[ruleset]
    number = min(max(number, 0), len(pages) - 1)
    page = pages[number]
    scene = lesson_in(page.lesson, ruleset, theme)
    match page.shown:
        case TurnPicture.STILL:
            picture = await _picture(bot, page.lesson, scene)
        case TurnPicture.MOVING:
            gif = await bot.studio.picture(Motion(scene))
            picture = Picture(gif, f"rules-{page.lesson.value}.gif", motion_text(scene))
        case _:
            assert_never(page.shown)
    return page_view(number, ruleset, picture), picture


def page_view(number: int, ruleset: str, picture: Picture) -> View:
    """Lay out a page, with buttons to the pages before and after it."""
    pages = PAGES[ruleset]
    page = pages[number]
    where = gettext("Page {page} of {pages}", page=number + 1, pages=len(pages))
    title = f"### {page.title}\n-# {where}"
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        _turning(gettext("Back"), number - 1, ruleset),
        _turning(gettext("Next"), number + 1, ruleset),
        learn_button(ruleset),
    )
    return _screen(title, picture, page.text, row)


def in_short(ruleset: str) -> str:
    """Return the summary of a ruleset below its title."""
    return f"### {_title_in_short(ruleset)}\n{in_a_few_lines(ruleset)}"


def _title_in_short(ruleset: str) -> str:
    if is_usual(ruleset):
        return gettext("How to play boop")
    return gettext("How to play boop: {ruleset}", ruleset=ruleset_name(ruleset))


def all_rules(ruleset: str) -> discord.ui.ActionRow[Any]:
    """Lay out the buttons to the lessons and to all pages of a ruleset."""
    style = discord.ButtonStyle.secondary
    return discord.ui.ActionRow(
        learn_button(ruleset),
        button(gettext("All rules with pictures"), style, "rules", page=0, ruleset=ruleset),
    )


def learn_button(ruleset: str) -> ActionButton:
    """Return the button to the lessons on a ruleset."""
    primary = discord.ButtonStyle.primary
    return button(gettext("Learn by playing"), primary, "learn", ruleset=ruleset)


def _turning(label: str, number: int, ruleset: str) -> ActionButton:
    """Return a button to a page; disable it if there is none, so that buttons keep their places."""
    there = 0 <= number < len(PAGES[ruleset])
    page = number if there else None
    turning = button(label, discord.ButtonStyle.secondary, "rules", page=page, ruleset=ruleset)
    turning.item.disabled = not there
    return turning


def _screen(title: str, picture: Picture, text: str, row: discord.ui.ActionRow[Any]) -> View:
    """Lay out a picture with the text below it, where a phone shows the text with the buttons."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    for part in (discord.ui.TextDisplay(title), gallery(picture), discord.ui.TextDisplay(text)):
        container.add_item(part)
    view = View()
    view.add_item(container)
    view.add_item(row)
    return view


async def _picture(bot: BoopBot, lesson: RulePicture, scene: Scene) -> Picture:
    return Picture(await bot.studio.picture(scene), f"rules-{lesson.value}.png", alt_text(scene))


def lesson_in(lesson: RulePicture, ruleset: str, theme: Theme) -> Scene:
    """Return a lesson's scene with the hands of a ruleset: no cats in one, a mouse in another."""
    scene, rules = scene_of(lesson), newest_ruleset(ruleset)
    position = replace(scene.position, ruleset=rules)
    recent = tuple(_with_ruleset(rules, turn) for turn in scene.turns)
    return replace(scene, position=position, recent=recent, theme=theme)


def _with_ruleset(ruleset: Ruleset, turn: Recent) -> Recent:
    """Return a turn with the hands of a ruleset before and after it."""
    if not isinstance(turn, Step):
        return turn
    before, after = (replace(each, ruleset=ruleset) for each in (turn.before, turn.after))
    return replace(turn, before=before, after=after)


class HelpPlace(Enum):
    """Where the help is shown, since not every command works everywhere."""

    SERVER = "server"
    DIRECT = "direct"


def short_view(ruleset: str) -> View:
    """Lay out the summary of a ruleset, with buttons to more."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    more = gettext("`/help` lists the commands.")
    container.add_item(discord.ui.TextDisplay(f"{in_short(ruleset)}\n-# {more}"))
    view = View()
    view.add_item(container)
    view.add_item(all_rules(ruleset))
    return view


def offer_view(ruleset: str) -> View:
    """Lay out what is special about a ruleset that is new to a user, and offer its lessons."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    new = gettext("Your first match of {ruleset}", ruleset=ruleset_name(ruleset))
    what = ruleset_line(newest_ruleset(ruleset))
    container.add_item(discord.ui.TextDisplay(f"### {new}\n{what}"))
    view = View()
    view.add_item(container)
    view.add_item(all_rules(ruleset))
    return view


def help_view(
    ruleset: str,
    where: HelpPlace = HelpPlace.SERVER,
    greeting: str | None = None,
    picture: Picture | None = None,
) -> View:
    """Lay out what newcomers need, in less than a phone's screen, with buttons to more.

    A greeting takes the place of the title, and has a picture above the buttons.
    """
    learn = button(gettext("Learn"), discord.ButtonStyle.primary, "learn", ruleset=ruleset)
    more = button(
        gettext("All commands"), discord.ButtonStyle.secondary, "commands", ruleset=ruleset
    )
    ways = [button(gettext("Play the cat"), discord.ButtonStyle.success, "play-cat"), learn, more]
    if where is HelpPlace.SERVER:
        challenge = button(gettext("Challenge"), discord.ButtonStyle.success, "challenge-someone")
        ways.insert(0, challenge)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    title = gettext("Play boop") if greeting is None else greeting
    container.add_item(discord.ui.TextDisplay(f"### {title}\n{_first_steps(ruleset, where)}"))
    if picture is not None:
        container.add_item(gallery(picture))
    for start in range(0, len(ways), _SIDE_BY_SIDE):
        container.add_item(discord.ui.ActionRow(*ways[start : start + _SIDE_BY_SIDE]))
    view = View()
    view.add_item(container)
    return view


def greeting_view(server: str | None, picture: Picture | None) -> View:
    """Lay out the bot's greeting of a new server.

    With the server's name, it is for the owner, because the bot may not write in the server.
    """
    if server is None:
        greeting = gettext("Hello! I host games of boop here.")
        view = help_view(USUAL_RULESET, HelpPlace.SERVER, greeting, picture)
        note = gettext(
            "If you manage this server: `/settings show` is where you set me up, `/settings check` "
            "says what I still need."
        )
    else:
        greeting = gettext("Hello! I host games of boop in {server} now.", server=server)
        view = help_view(USUAL_RULESET, HelpPlace.DIRECT, greeting, picture)
        note = gettext(
            "I can't write in any channel there, so I'm telling you here. `/settings check` there "
            "shows what I need."
        )
    view.add_item(discord.ui.TextDisplay(f"-# {note}"))
    return view


async def greeting_picture(bot: BoopBot, theme: Theme) -> Picture | None:
    """Draw what the game is about; return None if no picture can be drawn now."""
    try:
        png = await bot.studio.picture(GrowingUp(theme))
    except NoPicture:
        return None
    return Picture(png, "boop.png", gettext("Three kittens in a line grow up to be three cats."))


_SIDE_BY_SIDE: Final = 2
"""How many buttons a phone shows side by side inside a frame."""


def _first_steps(ruleset: str, where: HelpPlace) -> str:
    lines, cats = [translate(IN_A_SENTENCE[ruleset])], count_of_cats()
    if where is HelpPlace.SERVER:
        lines += [
            gettext("**Challenge** a friend, or anyone here. One move a day is fine."),
            gettext(
                "**Play the cat:** I play too, as one of {count} cats. The first is easy.",
                count=cats,
            ),
            gettext("**Learn** to play in short lessons that only you see."),
            gettext("**Your move:** tap a column below the board, a square, **Confirm**."),
        ]
    else:
        lines += [
            gettext("**Play the cat** right here: I play too, as one of {count} cats.", count=cats),
            gettext("**Challenge** someone in a server that we share, with `/challenge`."),
            gettext("**Learn** to play in short lessons that only you see."),
            gettext("**Your move:** tap a column below the board, a square, **Confirm**."),
        ]
    return "\n".join(lines)


def commands_view(
    commands: Iterable[AnyCommand], ruleset: str, where: HelpPlace = HelpPlace.SERVER
) -> View:
    """List the commands that work here, with a button back."""
    lines = []
    for topic, found in listed(commands).items():
        offered = [each for each in found if each.is_everywhere or where is HelpPlace.SERVER]
        if offered:
            lines.append(f"### {translate(topic.value)}")
            lines += [
                gettext("{command}: {about}", command=each.called, about=translate(each.line.about))
                for each in offered
            ]
    if where is HelpPlace.DIRECT:
        elsewhere = gettext(
            "A match here belongs to the server where it was started. `/help` there lists more "
            "commands."
        )
        lines.append(f"-# {elsewhere}")
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    back = button(gettext("Back"), discord.ButtonStyle.secondary, "help", ruleset=ruleset)
    view.add_item(discord.ui.ActionRow(back))
    return view
