"""Whom a person takes challenges from, as a panel on which it can be changed."""

from typing import Any, Final

import discord

from bot.host.people import Welcome
from bot.match.admission import TakesFrom
from cogs.core.actions import button, menu
from cogs.ui.names import NAMES
from cogs.ui.panels import MOST_IN_MENU, PreferencesPage, View, asking
from cogs.ui.words import listed, mention

_WHO: Final = {
    TakesFrom.ANYONE: "Anyone",
    TakesFrom.PLAYED: "People I have played with",
    TakesFrom.NOBODY: "Nobody",
}

_MEANINGS: Final = {
    TakesFrom.ANYONE: "Whom you block hears, if they ask, that you take no challenges now.",
    TakesFrom.PLAYED: "Others are told that you take no challenges from them now.",
    TakesFrom.NOBODY: "People are told that you take no challenges from them now.",
}


def welcome_row() -> discord.ui.ActionRow[Any]:
    """Give the row below other preferences that leads to the panel."""
    return discord.ui.ActionRow(
        button("Who may challenge me", discord.ButtonStyle.secondary, "who-challenges")
    )


def welcome_panel(welcome: Welcome) -> View:
    """Show whom a person takes challenges from, and whom they have blocked."""
    text = (
        "### Who may challenge you\n"
        f"**{_WHO[welcome.takes_from]}.** {_MEANINGS[welcome.takes_from]} You can always "
        "challenge people yourself."
    )
    options = [
        discord.SelectOption(label=words, value=who.value, default=who is welcome.takes_from)
        for who, words in _WHO.items()
    ]
    view = asking(text, discord.ui.ActionRow(menu("Who", options, "take-challenges-from")))
    view.add_item(discord.ui.TextDisplay(_blocked(welcome)))
    if welcome.blocked:
        latest = [
            discord.SelectOption(label=NAMES.known(user) or f"User {user}", value=str(user))
            for user in welcome.blocked[:MOST_IN_MENU]
        ]
        view.add_item(discord.ui.ActionRow(menu("Unblock …", latest, "unblock")))
    back = button(
        "All preferences",
        discord.ButtonStyle.secondary,
        "preferences",
        page=PreferencesPage.PLAYING,
    )
    view.add_item(discord.ui.ActionRow(back))
    return view


def _blocked(welcome: Welcome) -> str:
    if not welcome.blocked:
        return (
            "**Nobody is blocked.** `/block`, or *Block in boop* in a member's menu, keeps "
            "somebody from playing with you, and I do not tell them that you did."
        )
    people = listed([mention(user) for user in welcome.blocked])
    text = f"**Blocked ({len(welcome.blocked)}):** {people}."
    if len(welcome.blocked) > MOST_IN_MENU:
        text += f" The menu has the latest {MOST_IN_MENU}; `/unblock` takes off any of them."
    return text
