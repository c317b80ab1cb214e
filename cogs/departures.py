"""Looks for those who play: about once a day, a few at a time, and notices when they act."""

from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.host.departures import Presence
from bot.match.identity import GuildId, MatchId, Seconds, UserId
from bot.store.departures import Member
from cogs.ui.membership import may_share_another, presence
from cogs.ui.publishing_many import publish_matches

AT_ONCE: Final = 5
"""People looked for in one sweep: each costs a request."""
LOOK_WITHIN: Final = Seconds(5.0)
"""Seconds after which a question that Discord does not answer is given up for now."""
BATCH: Final = 20

_log: Final = structlog.get_logger(__name__)


class DeparturesCog(commands.Cog, name="Departures"):
    """Sees who has left a server that they play in, without any privileged intent."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """End and look with every sweep."""
        self.bot.sweepers.append(self.end_due)
        self.bot.askers.append(self.look)

    async def cog_unload(self) -> None:
        """Look no more."""
        self.bot.sweepers.remove(self.end_due)
        self.bot.askers.remove(self.look)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """See somebody again who was away."""
        if interaction.guild_id is not None:
            guild, user = GuildId(interaction.guild_id), UserId(interaction.user.id)
            await self._publish(await self.bot.host.departures.acted(guild, user))

    async def end_due(self) -> bool:
        """End what was waited for long enough; tell whether there may be more of it."""
        if not self.bot.is_connected():
            return False
        ended = await self.bot.host.departures.end_due(BATCH)
        await self._publish(ended)
        return len(ended) >= BATCH

    async def look(self) -> None:
        """Look for a few who are due; the others have time."""
        if not self.bot.is_connected():
            return
        for member in await self.bot.host.departures.due(AT_ONCE):
            try:
                await self._publish(await self._look_for(member))
            except Exception:
                # One whose matches cannot be read holds up nobody else.
                _log.exception("member not looked for", guild=member.guild)

    async def _look_for(self, member: Member) -> tuple[MatchId, ...]:
        """Ask Discord whether somebody is in a server; give the matches that it changes."""
        guild = self.bot.get_guild(member.guild)
        if guild is None or guild.unavailable:
            await self.bot.host.departures.put_off(member)
            return ()
        seen = await presence(guild, member.user, LOOK_WITHIN)
        if seen is None:
            return ()
        departures = self.bot.host.departures
        if seen is Presence.GONE and await departures.plays_in_person(member):
            shares = await may_share_another(self.bot, member.user, guild, LOOK_WITHIN)
            seen = Presence.GONE if shares else Presence.OUT_OF_REACH
        return await self.bot.host.departures.note(member.guild, member.user, seen)

    async def _publish(self, changed: tuple[MatchId, ...]) -> None:
        await publish_matches(self.bot, changed)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DeparturesCog(bot))
