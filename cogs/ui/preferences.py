"""What a person prefers, as a panel of pages on which it can be changed."""

from typing import Any, Final, assert_never

import discord

from bot.match.preferences import Placing, Preferences, Threats
from cogs.core.actions import ActionButton, button, menu
from cogs.ui.challenge_policy import welcome_row
from cogs.ui.listing import listing_row
from cogs.ui.panels import PreferencesPage, View, note_panel
from cogs.ui.telling_preferences import telling_page
from cogs.ui.themes import Scope, theme_options

Item = discord.ui.Item[Any]


_NAMES: Final = {
    PreferencesPage.PLAYING: "Playing",
    PreferencesPage.NOTICES: "Notices",
    PreferencesPage.LOOKS: "Looks",
}


def preferences_panel(
    preferred: Preferences, page: PreferencesPage = PreferencesPage.PLAYING
) -> View:
    """Show what a person prefers on one page, let them change it, and lead to the others."""
    view = note_panel("### Your preferences")
    view.add_item(discord.ui.ActionRow(*(_tab(each, page) for each in PreferencesPage)))
    for item in _page(preferred, page):
        view.add_item(item)
    return view


def _tab(page: PreferencesPage, shown: PreferencesPage) -> ActionButton:
    style = discord.ButtonStyle.primary if page is shown else discord.ButtonStyle.secondary
    return button(_NAMES[page], style, "preferences", page=page)


def _page(preferred: Preferences, page: PreferencesPage) -> list[Item]:
    match page:
        case PreferencesPage.PLAYING:
            return [*_playing(preferred.placing), welcome_row(), listing_row()]
        case PreferencesPage.NOTICES:
            return telling_page(preferred.telling)
        case PreferencesPage.LOOKS:
            return _looks(preferred)
        case _:
            assert_never(page)


def _playing(placing: Placing) -> list[Item]:
    match placing:
        case Placing.CONFIRMED:
            state, other = "on", Placing.AT_ONCE
            meaning = "The picker shows you the bed as it would be, and waits for **Confirm**."
        case Placing.AT_ONCE:
            state, other = "off", Placing.CONFIRMED
            meaning = "The picker plays as soon as you have chosen a square."
        case _:
            assert_never(placing)
    label = "Switch off" if other is Placing.AT_ONCE else "Switch on"
    switch = f"**Confirm before a piece is placed: {state}.**"
    return [
        discord.ui.TextDisplay(f"{switch}\n{meaning}\n-# `/place` always plays at once."),
        discord.ui.ActionRow(
            button(label, discord.ButtonStyle.secondary, "prefer-placing", placing=other)
        ),
    ]


def _looks(preferred: Preferences) -> list[Item]:
    look = "**What your private pictures look like:** the picker, the rules, `/board` elsewhere."
    shown = preferred.threats is Threats.SHOWN
    label = "Hide threats" if shown else "Show threats"
    other = Threats.HIDDEN if shown else Threats.SHOWN
    options = theme_options(preferred.theme, Scope.PERSON)
    return [
        discord.ui.TextDisplay(f"{look}\n{_threats_state(preferred.threats)}"),
        discord.ui.ActionRow(menu("Theme", options, "prefer-theme")),
        discord.ui.ActionRow(
            button(label, discord.ButtonStyle.secondary, "prefer-threats", threats=other)
        ),
    ]


def _threats_state(threats: Threats) -> str:
    """Say whether threats are pointed out."""
    if threats is Threats.SHOWN:
        return "Lines that either side could complete are marked."
    return "Lines that either side could complete are not marked."
