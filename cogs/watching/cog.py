"""`/watch`, **Watch** and **Stop watching**: notifications of how a match of others ends."""

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.matches.listing_queries import PAGE
from bot.features.watching.queries import FollowerMessage
from bot.jobs.runner import job
from bot.match.identity import MatchId, UserId
from cogs.core.access import hidden_among, require_match
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.codecs import PageNumber
from cogs.core.names import server_name, user_of
from cogs.core.options import place_of
from cogs.watching.notifications import tell_follower
from cogs.watching.views import Reach, WatchedArgument, unwatched_panel, watched_list, watched_panel

Interaction = discord.Interaction[BoopBot]


class WatchCog(Cog, name="Watch"):
    """Lets people watch matches of others to their end."""

    async def cog_load(self) -> None:
        """Have followers notified."""
        self.bot.services.jobs.add(self)

    async def cog_unload(self) -> None:
        """Notify nobody any more."""
        self.bot.services.jobs.remove(self)

    @app_commands.command(name="watch")
    @app_commands.describe(match="Somebody else's match, to watch it or stop watching it")
    async def watch(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, WatchedArgument] | None = None,
    ) -> None:
        """Be told how a match ends; on its own, list what you watch."""
        user = user_of(interaction)
        if match is None:
            await self._list(interaction, user, 0)
        elif await self.bot.services.followers.unfollow(user, match):
            await show_panel(interaction, unwatched_panel(match))
        else:
            await self._watch(interaction, user, match)

    @action("watch")
    async def watch_pressed(self, context: ActionContext, match: MatchId) -> None:
        """Begin to watch the match of this board."""
        await self._watch(context.interaction, context.user, match)

    @action("unwatch", who=None)
    async def stop_watching(self, context: ActionContext, match: MatchId) -> None:
        """Stop watching a match."""
        await self.bot.services.followers.unfollow(context.user, match)
        await show_panel(context.interaction, unwatched_panel(match))

    @action("unwatch-in", who=None)
    async def stop_watching_chosen(
        self, context: ActionContext, page: PageNumber, *, chosen: MatchId
    ) -> None:
        """Stop watching the match that was chosen from the list, and show what is left of it."""
        await self.bot.services.followers.unfollow(context.user, chosen)
        await self._list(context.interaction, context.user, page)

    @action("watched")
    async def turn_page(self, context: ActionContext, page: PageNumber) -> None:
        """Show another page of the list."""
        await self._list(context.interaction, context.user, page)

    @job(FollowerMessage, at_once=4)
    async def tell(self, due: FollowerMessage) -> None:
        """Notify a follower that a match is over, unless they follow it no more."""
        followers = self.bot.services.followers
        if not await followers.follows(due.user, due.match):
            return
        match = await self.bot.services.matches.find(due.match)
        async with self.bot.working():
            await tell_follower(self.bot, due.user, match)
        await followers.unfollow(due.user, due.match)

    async def _watch(self, interaction: Interaction, user: UserId, number: MatchId) -> None:
        await require_match(interaction, number)
        match = await self.bot.services.followers.follow(user, number)
        await show_panel(interaction, watched_panel(match, await self._reach(user)))

    async def _reach(self, user: UserId) -> Reach:
        takes = await self.bot.services.notifications.takes_direct_messages(user)
        return Reach.OPEN if takes else Reach.CLOSED

    async def _list(self, interaction: Interaction, user: UserId, page: int) -> None:
        """Show a page of what somebody watches; the last one where the one asked is gone."""
        followers = self.bot.services.followers
        found, count = await followers.followed_by(user, PAGE, page * PAGE)
        if count and not found:
            page = (count - 1) // PAGE
            found, count = await followers.followed_by(user, PAGE, page * PAGE)
        works = await self.bot.services.outbox.works_of(found)
        guilds = {match.venue.guild for match in found}
        servers = {guild: server_name(self.bot, guild) for guild in guilds}
        here = place_of(interaction).guild
        hidden = await hidden_among(interaction, found)
        await show_panel(interaction, watched_list(works, count, page, here, servers, hidden))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(WatchCog(bot))
