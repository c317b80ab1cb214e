"""The reminder of a turn, which its player may do without."""

from typing import Any

import discord

from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from cogs.core.actions import ActionButton, button
from cogs.ui.panels import View, asking, note_panel


def hush_button(match: Match, user: UserId) -> list[ActionButton]:
    """Give the button that drops the reminder of one's turn, where one would come."""
    if match.to_move != user or match.clock.reminder_at() is None:
        return []
    return [button("No reminder", discord.ButtonStyle.secondary, "drop-reminder", match=match.id)]


def hushed_panel(number: MatchId) -> View:
    """Say that no reminder of this turn comes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            "Remind me after all", discord.ButtonStyle.secondary, "restore-reminder", match=number
        )
    )
    return asking(f"I will not remind you of this turn in **#{number}**.", row)


def reminded_panel(number: MatchId) -> View:
    """Say that a reminder of this turn comes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("No reminder", discord.ButtonStyle.secondary, "drop-reminder", match=number)
    )
    return asking(f"I will remind you of this turn in **#{number}** before your time is out.", row)


def no_reminder_panel(number: MatchId) -> View:
    """Say that no reminder was to come in any case."""
    return note_panel(f"No reminder is to come in **#{number}**, so there is none to drop.")
