"""What a person prefers, as a panel on which it can be changed."""

from typing import Any, assert_never

import discord

from bot.match.preferences import Placing, Preferences, Threats
from cogs.ui.challenge_policy import welcome_row
from cogs.ui.panels import View, asking
from cogs.ui.presses import Deed, button, menu
from cogs.ui.themes import Scope, theme_options


def preferences_panel(preferred: Preferences) -> View:
    """Show what a person prefers, and let them change it."""
    match preferred.placing:
        case Placing.CONFIRMED:
            state, other = "on", Placing.AT_ONCE
            meaning = "The picker shows you the bed as it would be, and waits for **Confirm**."
        case Placing.AT_ONCE:
            state, other = "off", Placing.CONFIRMED
            meaning = "The picker plays as soon as you have chosen a square."
        case _:
            assert_never(preferred.placing)
    label = "Switch off" if other is Placing.AT_ONCE else "Switch on"
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(label, discord.ButtonStyle.primary, Deed.PREFER, other.value)
    )
    switch = f"**Confirm before a piece is placed: {state}.**"
    text = f"### Your preferences\n{switch}\n{meaning}"
    view = asking(f"{text}\n-# `/place` always plays at once.", row)
    look = "**What your private pictures look like:** the picker, the rules, `/board` elsewhere."
    view.add_item(discord.ui.TextDisplay(f"{look}\n{_threats_state(preferred.threats)}"))
    options = theme_options(preferred.theme, Scope.PERSON)
    view.add_item(discord.ui.ActionRow(menu("Theme", options, Deed.THEME)))
    shown = preferred.threats is Threats.SHOWN
    other_threats = Threats.HIDDEN if shown else Threats.SHOWN
    view.add_item(
        discord.ui.ActionRow(
            button(
                "Hide threats" if shown else "Show threats",
                discord.ButtonStyle.secondary,
                Deed.THREATS,
                other_threats.value,
            )
        )
    )
    view.add_item(welcome_row())
    return view


def _threats_state(threats: Threats) -> str:
    """Say whether threats are pointed out."""
    if threats is Threats.SHOWN:
        return "Lines that either side could complete are marked."
    return "Lines that either side could complete are not marked."
