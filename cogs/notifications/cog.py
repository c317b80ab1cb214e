"""Muting the reminder of a turn."""

from typing import Any

import discord

from bot.app import BoopBot
from bot.features.matches.access import AllowedUsers
from bot.features.notifications.queries import ReminderState
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import ActionButton, View, button
from cogs.core.panels import asking, note_panel
from cogs.core.replies import answer_privately


def mute_button(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that drops the reminder of the user's turn, if one is to come."""
    if match.to_move != user or match.clock.reminder_at() is None:
        return []
    return [_mute_button(match.id)]


def _mute_button(number: MatchId) -> ActionButton:
    secondary = discord.ButtonStyle.secondary
    return button(gettext("Don't remind me"), secondary, "drop-reminder", match=number)


def muted_panel(number: MatchId) -> View:
    """Return the panel that says that there will be no reminder of this turn."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("Remind me after all"),
            discord.ButtonStyle.secondary,
            "restore-reminder",
            match=number,
        )
    )
    question = gettext("I won't remind you of this turn in **#{match}**.", match=number)
    return asking(question, row)


def reminded_panel(number: MatchId) -> View:
    """Return the panel that says that there will be a reminder of this turn."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(_mute_button(number))
    question = gettext(
        "I'll remind you of this turn in **#{match}** before your time runs out.", match=number
    )
    return asking(question, row)


def no_reminder_panel(number: MatchId) -> View:
    """Return the panel that says that no reminder was scheduled."""
    return note_panel(gettext("There's no reminder to cancel in **#{match}**.", match=number))


class NotificationsCog(Cog, name="Notifications"):
    """Drops the reminder of a turn, and restores it."""

    @action("drop-reminder", who=AllowedUsers.PLAYERS)
    async def mute(self, context: ActionContext, match: MatchId) -> None:
        """Drop the reminder of a turn."""
        await self.bot.services.notifications.mute(context.user, match)
        state = await self.bot.services.notifications.reminder_of(context.user, match)
        is_muted = state is ReminderState.MUTED
        panel = muted_panel(match) if is_muted else no_reminder_panel(match)
        await answer_privately(context.interaction, panel)

    @action("restore-reminder", who=AllowedUsers.PLAYERS)
    async def unmute(self, context: ActionContext, match: MatchId) -> None:
        """Schedule the reminder of a turn again."""
        await self.bot.services.notifications.unmute(context.user, match)
        state = await self.bot.services.notifications.reminder_of(context.user, match)
        is_waiting = state is ReminderState.WAITING
        panel = reminded_panel(match) if is_waiting else no_reminder_panel(match)
        await answer_privately(context.interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(NotificationsCog(bot))
