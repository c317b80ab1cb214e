"""Telling people what is due by time, and reminding them no more of a turn."""

import asyncio

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.features.notifications.queries import ReminderState
from bot.features.notifications.service import is_on_board
from bot.match.identity import MatchId
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.notifications import send
from cogs.core.publishing import tell_on_boards
from cogs.notifications.views import muted_panel, no_reminder_panel, reminded_panel

BATCH = 50
"""Notifications taken on together."""


class NotificationsCog(Cog, name="Notices"):
    """Sends what people are owed."""

    async def cog_load(self) -> None:
        """Say what the buttons do, and what is swept."""
        self.bot.sweepers.append(self.sweep)

    async def cog_unload(self) -> None:
        """Sweep no more."""
        self.bot.sweepers.remove(self.sweep)

    async def sweep(self) -> bool:
        """Send what is due, and tell whether more may be."""
        async with self.bot.working():
            words = await self.bot.services.notifications.take_due(BATCH)
            on_boards = [word for word in words if is_on_board(word)]
            await asyncio.gather(
                send(self.bot, [word for word in words if word not in on_boards]),
                tell_on_boards(self.bot, on_boards),
            )
        return len(words) >= BATCH

    @action("drop-reminder", who=Who.PLAYERS)
    async def mute(self, context: ActionContext, match: MatchId) -> None:
        """Drop the reminder of a turn."""
        await self.bot.services.notifications.mute(context.user, match)
        state = await self.bot.services.notifications.reminder_of(context.user, match)
        is_muted = state is ReminderState.MUTED
        panel = muted_panel(match) if is_muted else no_reminder_panel(match)
        await show_panel(context.interaction, panel)

    @action("restore-reminder", who=Who.PLAYERS)
    async def unmute(self, context: ActionContext, match: MatchId) -> None:
        """Owe the reminder of a turn again."""
        await self.bot.services.notifications.unmute(context.user, match)
        state = await self.bot.services.notifications.reminder_of(context.user, match)
        is_waiting = state is ReminderState.WAITING
        panel = reminded_panel(match) if is_waiting else no_reminder_panel(match)
        await show_panel(context.interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(NotificationsCog(bot))
