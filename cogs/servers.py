"""Notices which servers the bot can reach, and when something may be allowed there again."""

from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import GuildId
from cogs.ui.publishing import publish_match
from cogs.ui.reach import is_out_of_reach

BATCH: Final = 20
"""Matches that are ended, or lost beds that are tried again, in one go."""


class ServersCog(commands.Cog, name="Servers"):
    """Lets matches rest while their server is out of reach, and go on when it is back."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._is_first_look = True

    async def cog_load(self) -> None:
        """Look for servers with every sweep."""
        self.bot.find_servers = self.find_servers
        self.bot.sweepers.append(self.sweep)

    async def cog_unload(self) -> None:
        """Look no more."""
        self.bot.sweepers.remove(self.sweep)

    async def find_servers(self) -> None:
        """Take note of servers that came or went while nobody told of it."""
        absences = self.bot.host.absences
        if self._is_first_look:
            for guild in await absences.lived_in():
                if is_out_of_reach(self.bot, guild):
                    await absences.begin(guild)
            self._is_first_look = False
        for guild in await absences.known():
            if not is_out_of_reach(self.bot, guild):
                await absences.end(guild)

    async def sweep(self) -> bool:
        """End what waited too long for its server, and try lost beds again; tell of more."""
        if not self.bot.is_connected():
            return False
        ended = await self.bot.host.absences.end_due(BATCH)
        for number in ended:
            await publish_match(self.bot, number)
        tried = await self.bot.host.outbox.try_lost(BATCH)
        return tried or len(ended) >= BATCH

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look at all servers again: Discord has told of each anew."""
        self._is_first_look = True

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the matches of a server rest that the bot was taken out of."""
        await self.bot.host.absences.begin(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Let the matches of a server rest that Discord has down."""
        await self.bot.host.absences.begin(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the matches of a server that the bot is invited to again."""
        await self.bot.host.absences.end(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on with the matches of a server that was down."""
        if GuildId(guild.id) in await self.bot.host.absences.known():
            await self.bot.host.absences.end(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Try again what was refused."""
        await self._try_again(channel.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: Any, channel: discord.abc.GuildChannel) -> None:
        """Try again what was refused."""
        await self._try_again(channel.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: Any, role: discord.Role) -> None:
        """Try again what was refused."""
        await self._try_again(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: Any, member: discord.Member) -> None:
        """Try again what was refused: the bot was given another role."""
        if self.bot.user is not None and member.id == self.bot.user.id:
            await self._try_again(member.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, _: Any, thread: discord.Thread) -> None:
        """Try again what was refused."""
        await self._try_again(thread.guild)

    async def _try_again(self, guild: discord.Guild) -> None:
        await self.bot.host.absences.try_again(GuildId(guild.id))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ServersCog(bot))
