"""Check about once a day whether players are still in the server; record when they act."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.errors import NotStored
from bot.features.matches.access import AllowedUsers, Presence
from bot.features.people.errors import OpponentStays, PlayedApart, PresenceUnknown
from bot.features.people.queries import MemberLook, Membership
from bot.jobs.runner import job
from bot.match.ending import may_call_off
from bot.match.identity import GuildId, InServer, MatchId, Seconds, UserId, is_in
from bot.match.match import EndReason, Match
from bot.match.playing import authorise_player
from bot.text import gettext
from cogs.core.access import locate
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import View, button
from cogs.core.panels import ending_panel
from cogs.core.replies import answer_privately
from cogs.delivery.answering import answer_with_board
from cogs.delivery.availability import is_down
from cogs.delivery.membership import may_share_another, presence
from cogs.delivery.publishing import publish_matches
from cogs.wording.phrases import opponent_name, too_late

ASK_WITHIN: Final = Seconds(1.2)
"""Seconds to wait for Discord's answer about a player while a user waits for the bot."""
LOOK_WITHIN: Final = Seconds(5.0)
"""Seconds to wait for Discord's answer in a check; a later check asks again."""


def end_panel(match: Match, user: UserId) -> View:
    """Ask whether to end a match whose opponent has left, with its result in the question."""
    end = button(
        gettext("End the match"), discord.ButtonStyle.danger, "really-end-left", match=match.id
    )
    opponent = opponent_name(match, user)
    if may_call_off(match):
        question = gettext(
            "End **#{match}**? {opponent} has left the server. You haven't both moved yet, so it "
            "ends without a result.",
            match=match.id,
            opponent=opponent,
        )
    else:
        question = gettext(
            "End **#{match}**? {opponent} has left the server, so you win.",
            match=match.id,
            opponent=opponent,
        )
    return ending_panel(question, end, match)


ENDED_FOR_LEAVING: Final = frozenset({EndReason.LEFT, EndReason.BOTH_LEFT, EndReason.CALLED_OFF})
"""The reasons for which a match ends because a player has left."""


class DeparturesCog(Cog, name="Departures"):
    """Detects which players have left a server, without a privileged intent."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Record that a user who had left is back."""
        place, user = locate(interaction), UserId(interaction.user.id)
        if isinstance(place, InServer):
            # If this cannot be stored, their next interaction or a check records it.
            with suppress(NotStored):
                await self._publish(
                    await self.bot.services.departures.record_activity(place.guild, user)
                )

    @job(MemberLook, at_once=1)
    async def look(self, due: MemberLook) -> None:
        """Check one user at a time: each check costs a request and is not urgent."""
        member = await self.bot.services.departures.begin_look(due)
        if member is not None:
            await self._publish(await self._look_for(member))

    async def _look_for(self, member: Membership) -> tuple[MatchId, ...]:
        """Ask Discord whether a user is in a server. Return the matches that this changes."""
        guild = self.bot.get_guild(member.guild)
        if guild is None or guild.unavailable:
            await self.bot.services.departures.put_off(member)
            return ()
        seen = await presence(guild, member.user, LOOK_WITHIN)
        if seen is None:
            return ()
        departures = self.bot.services.departures
        if seen is Presence.GONE and await departures.plays_in_person(member):
            shares = await may_share_another(self.bot, member.user, guild, LOOK_WITHIN)
            seen = Presence.GONE if shares else Presence.UNREACHABLE
        return await self.bot.services.departures.record(member.guild, member.user, seen)

    @action("end-left", who=AllowedUsers.PLAYERS)
    async def ask_to_end(self, context: ActionContext, match: MatchId) -> None:
        """Ask whether to end a match whose opponent has left."""
        stored = await self.bot.services.matches.find(match)
        seat = authorise_player(stored, context.user)
        if not stored.venue.is_in_server:
            raise PlayedApart(stored)
        if seat.other not in await self.bot.services.departures.departed_seats(stored):
            raise OpponentStays(stored)
        await answer_privately(context.interaction, end_panel(stored, context.user))

    @action("really-end-left", who=AllowedUsers.PLAYERS)
    async def end(self, context: ActionContext, match: MatchId) -> None:
        """End a match whose opponent has left, after asking Discord who is in the server now."""
        departures = self.bot.services.departures
        stored = await self.bot.services.matches.find(match)
        authorise_player(stored, context.user)
        if stored.venue.is_in_server:
            await self._look_at_both(context, stored)
            # A setting of the server may have ended the match when the absence was recorded.
            stored = await self.bot.services.matches.find(match)
        is_over = stored.outcome is not None
        ended = stored if is_over else await departures.end_match(context.user, match)
        is_ended = ended.outcome is not None and ended.outcome.why in ENDED_FOR_LEAVING
        await answer_with_board(context.interaction, ended, "" if is_ended else too_late(ended))

    async def _look_at_both(self, context: ActionContext, match: Match) -> None:
        """Record whether the opponent of a user is back, and whether the user has left as well.

        If this process does not serve the server, the last record counts. Raise `PresenceUnknown`
        if Discord does not answer in time.
        """
        guild, user = self.bot.get_guild(match.venue.guild), context.user
        if guild is None:
            return
        opponent, departures = match.opponent_of(user), self.bot.services.departures
        users = [opponent] if is_in(context.place, match.venue.guild) else [opponent, user]
        answers = await asyncio.gather(*(presence(guild, each, ASK_WITHIN) for each in users))
        for each, seen in zip(users, answers, strict=True):
            if seen is None:
                raise PresenceUnknown(match)
            if each == user or seen is Presence.MEMBER:
                await self._publish(await departures.record(match.venue.guild, each, seen))

    async def _publish(self, changed: tuple[MatchId, ...]) -> None:
        if changed:
            await publish_matches(self.bot, changed)


class ServersCog(commands.Cog, name="Servers"):
    """Pauses matches while the bot cannot reach their server."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._is_first_look = True
        self._are_all_found = False
        self._just_joined: set[int] = set()
        self._looked_after = bot.reached

    async def cog_load(self) -> None:
        """Let the bot find its servers before it runs jobs."""
        self.bot.find_servers = self.find_servers

    async def find_servers(self) -> None:
        """Record which servers came or went while the bot received no events.

        The first look skips servers that an event has reported as joined, because the bot still
        has to greet them.
        """
        absences = self.bot.services.absences
        reached = self.bot.reached
        if self._is_first_look or reached != self._looked_after:
            servers = {guild.id for guild in self.bot.guilds} - self._just_joined
            await self.bot.services.newcomers.record_guilds([GuildId(guild) for guild in servers])
            for guild in await absences.with_live_matches():
                if self.bot.serves(guild) and self._is_gone(guild):
                    await absences.begin(guild)
            self._is_first_look, self._looked_after = False, reached
            self._just_joined.clear()
        if not self._are_all_found and self.bot.is_every_shard_connected():
            await self.bot.services.newcomers.all_found()
            self._are_all_found = True
        for guild in await absences.known():
            if self.bot.serves(guild) and not self._is_gone(guild):
                await absences.end(guild)

    def _is_gone(self, guild: GuildId) -> bool:
        """Return whether the bot has left a server of this process, or the server has an outage."""
        return self.bot.get_guild(guild) is None or is_down(self.bot, guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look at all servers again, because Discord has reported each again."""
        self._is_first_look = True

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the matches of a server that the bot was removed from."""
        await self._store(self.bot.services.absences.begin, guild)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Pause the matches of a server that is unavailable on Discord."""
        await self._store(self.bot.services.absences.begin, guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the matches of a server that the bot was added to again."""
        if self._is_first_look:
            self._just_joined.add(guild.id)
        await self._store(self.bot.services.absences.end, guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the matches of a server after an outage."""
        await self._store(self._end_if_begun, guild)

    @commands.Cog.listener()
    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Retry what Discord refused: the bot may have permissions in the channel now."""
        await self._try_again(channel.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: Any, channel: discord.abc.GuildChannel) -> None:
        """Retry what Discord refused: the bot may have permissions in the channel now."""
        await self._try_again(channel.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: Any, role: discord.Role) -> None:
        """Retry what Discord refused: the role may give the bot permissions now."""
        await self._try_again(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: Any, member: discord.Member) -> None:
        """Retry what Discord refused if the bot's own roles may have changed."""
        if self.bot.user is not None and member.id == self.bot.user.id:
            await self._try_again(member.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, _: Any, thread: discord.Thread) -> None:
        """Retry what Discord refused: the thread may be open to the bot now."""
        await self._try_again(thread.guild)

    async def _store(
        self, store: Callable[[GuildId], Awaitable[object]], guild: discord.Guild
    ) -> None:
        await self.bot.until_stored(lambda: store(GuildId(guild.id)))

    async def _end_if_begun(self, guild: GuildId) -> None:
        if guild in await self.bot.services.absences.known():
            await self.bot.services.absences.end(guild)

    async def _try_again(self, guild: discord.Guild) -> None:
        await self._store(self.bot.services.absences.try_again, guild)


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(DeparturesCog(bot))
    await bot.add_cog(ServersCog(bot))
