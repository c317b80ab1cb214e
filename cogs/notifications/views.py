"""The buttons and panels of a reminder, which its player may do without."""

from typing import Any

import discord

from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.items import ActionButton, button
from cogs.core.panels import View, asking, note_panel


def mute_button(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that drops the reminder of one's turn, where one would come."""
    if match.to_move != user or match.clock.reminder_at() is None:
        return []
    return [_mute_button(match.id)]


def _mute_button(number: MatchId) -> ActionButton:
    secondary = discord.ButtonStyle.secondary
    return button(gettext("Don't remind me"), secondary, "drop-reminder", match=number)


def muted_panel(number: MatchId) -> View:
    """Say that no reminder of this turn comes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("Remind me after all"),
            discord.ButtonStyle.secondary,
            "restore-reminder",
            match=number,
        )
    )
    said = gettext("I won't remind you of this turn in **#{match}**.", match=number)
    return asking(said, row)


def reminded_panel(number: MatchId) -> View:
    """Say that a reminder of this turn comes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(_mute_button(number))
    said = gettext(
        "I'll remind you of this turn in **#{match}** before your time runs out.", match=number
    )
    return asking(said, row)


def no_reminder_panel(number: MatchId) -> View:
    """Say that no reminder was to come in any case."""
    return note_panel(
        gettext("No reminder is coming in **#{match}**, so there's none to drop.", match=number)
    )
