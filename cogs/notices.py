"""Telling people what is due by time, and reminding them no more of a turn."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import MatchId
from bot.store.reminders import ReminderState
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.reminders import hushed_panel, no_reminder_panel, reminded_panel
from cogs.ui.sending import send_due
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]

BATCH = 50
"""Notices taken on together, and people whose daily list is."""


class NoticesCog(commands.Cog, name="Notices"):
    """Sends what people are owed."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do, and what is swept."""
        self.bot.presses[Deed.HUSH.value] = self.hush
        self.bot.presses[Deed.UNHUSH.value] = self.unhush
        self.bot.sweepers.append(self.sweep)

    async def cog_unload(self) -> None:
        """Sweep no more."""
        self.bot.sweepers.remove(self.sweep)

    async def sweep(self) -> bool:
        """Send what is due, and tell whether more may be."""
        listed = await self.bot.host.notices.begin_digests(BATCH)
        sent = await send_due(self.bot, BATCH)
        return listed >= BATCH or sent >= BATCH

    async def hush(self, interaction: Asked, press: Press) -> None:
        """Drop the reminder of a turn."""
        user, number = noted(interaction), MatchId(int(press.facts[0]))
        await self.bot.host.notices.hush(user, number)
        state = await self.bot.host.notices.reminder_of(user, number)
        is_hushed = state is ReminderState.HUSHED
        panel = hushed_panel(number) if is_hushed else no_reminder_panel(number)
        await show_panel(interaction, panel)

    async def unhush(self, interaction: Asked, press: Press) -> None:
        """Owe the reminder of a turn again."""
        user, number = noted(interaction), MatchId(int(press.facts[0]))
        await self.bot.host.notices.unhush(user, number)
        state = await self.bot.host.notices.reminder_of(user, number)
        is_waiting = state is ReminderState.WAITING
        panel = reminded_panel(number) if is_waiting else no_reminder_panel(number)
        await show_panel(interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(NoticesCog(bot))
