"""Reminding people no more of a turn."""

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.features.notifications.queries import ReminderState
from bot.match.identity import MatchId
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.notifications.views import muted_panel, no_reminder_panel, reminded_panel


class NotificationsCog(Cog, name="Notices"):
    """Drops the reminder of a turn, and restores it."""

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
        """Schedule the reminder of a turn again."""
        await self.bot.services.notifications.unmute(context.user, match)
        state = await self.bot.services.notifications.reminder_of(context.user, match)
        is_waiting = state is ReminderState.WAITING
        panel = reminded_panel(match) if is_waiting else no_reminder_panel(match)
        await show_panel(context.interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(NotificationsCog(bot))
