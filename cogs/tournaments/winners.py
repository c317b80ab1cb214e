"""Assign the role of a server's winners to the winners of its latest tournament."""

from collections.abc import AsyncIterator
from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.features.tournaments.winner_queries import RoleHolder, WinnersRole
from bot.features.tournaments.winners import RoleChanges
from bot.jobs.runner import JobPostponed, job
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, RoleId
from cogs.core.errors import postponing_failures
from cogs.delivery.roles import RoleOutcome, give_role, has_role, obstacle_to, take_role

_log: Final = structlog.get_logger(__name__)


class WinnersCog(commands.Cog, name="Winners"):
    """Gives the winners of a server their role."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(WinnersRole, at_once=2)
    async def move_role(self, due: WinnersRole) -> Instant | None:
        """Move the role from the former winners to the latest; try daily while Discord refuses."""
        guild = self.bot.get_guild(due.guild)
        if guild is None:
            return None
        if guild.unavailable:
            raise JobPostponed("its server is unavailable")
        role = (await self.bot.services.settings.of(due.guild)).winners
        changes = await self.bot.services.winners.changes(due.guild, role)
        with postponing_failures():
            outcomes = [each async for each in self._make(guild, changes)]
        if RoleOutcome.REFUSED in outcomes:
            return Instant(self.bot.services.clock.now() + DAY)
        return None

    async def _make(self, guild: discord.Guild, changes: RoleChanges) -> AsyncIterator[RoleOutcome]:
        for each in changes.take:
            yield await self._take(guild, each)
        for each in changes.give:
            yield await self._give(guild, each)
        for each in changes.new:
            # Do not record a winner who already has the role: the bot must not take it later.
            has_it = await has_role(guild, each.user, each.role)
            yield RoleOutcome.DONE if has_it else await self._give(guild, each)

    async def _take(self, guild: discord.Guild, holder: RoleHolder) -> RoleOutcome:
        if guild.get_role(holder.role) is None:
            outcome = RoleOutcome.GONE
        elif _may_change(guild, holder.role):
            number = GuildId(guild.id)
            outcome = await take_role(self.bot, number, holder.user, holder.role)
        else:
            outcome = RoleOutcome.REFUSED
        if outcome is not RoleOutcome.REFUSED:
            await self.bot.services.winners.forget(holder)
        return outcome

    async def _give(self, guild: discord.Guild, holder: RoleHolder) -> RoleOutcome:
        winners = self.bot.services.winners
        if guild.get_role(holder.role) is None:
            return RoleOutcome.GONE
        if not _may_change(guild, holder.role):
            return RoleOutcome.REFUSED
        if not await winners.prepare(holder):
            return RoleOutcome.GONE
        outcome = await give_role(self.bot, GuildId(guild.id), holder.user, holder.role)
        if outcome is RoleOutcome.DONE:
            await winners.record_given(holder)
        elif outcome is RoleOutcome.GONE:
            await winners.forget(holder)
        return outcome


def _may_change(guild: discord.Guild, role: RoleId) -> bool:
    """Return whether Discord lets the bot give and take a role; log the obstacle if not."""
    obstacle = obstacle_to(guild, role)
    if obstacle is None:
        return True
    _log.warning("role of winners not changed", guild=guild.id, role=role, why=repr(obstacle))
    return False


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(WinnersCog(bot))
