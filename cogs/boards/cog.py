"""`/board`: show the board of a match again."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.matches.access import AllowedUsers
from bot.features.matches.jobs import ThreadLook
from bot.features.settings.preferences import BoardFormat
from bot.jobs.runner import DiscordRefusal, JobPostponed, job
from bot.match.clock import DAY
from bot.match.identity import ChannelId, Direct, Instant, MatchId, MessageId, owner_of
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import N_, speaking
from cogs.board.message import reads_words, text_message
from cogs.core.access import place_of, viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import MatchArgument
from cogs.core.errors import FAILURES, is_gone, postponing_failures
from cogs.core.panels import resolve_or_ask
from cogs.delivery.answering import answer_with_board, answer_with_private_board, lives_here
from cogs.delivery.availability import is_unavailable, waits_for_server
from cogs.delivery.posting import delete
from cogs.delivery.publishing import publish_match, publish_matches
from cogs.delivery.reposting import REPOST_WITHIN
from cogs.delivery.threads import ThreadOutcome, is_awake, name_after_result, wake
from cogs.delivery.venues import relocate
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.translating import public_language


async def answer_with_text(interaction: Interaction, match: Match) -> None:
    """Show the board in words: to all for a player's command in the venue, else to the user."""
    if not _is_players_command(interaction, match):
        await answer_with_private_board(interaction, match, board_format=BoardFormat.WORDS)
        return
    bot, place = interaction.client, place_of(interaction)
    board = await text_message(bot, match, owner_of(place))
    response = await interaction.response.send_message(
        **board.arguments(), allowed_mentions=board.mentions
    )
    if isinstance(place, Direct) or response.message_id is None:
        # Each player may have a text board in direct messages. A click brings it up to date.
        return
    message = MessageId(response.message_id)
    boards = bot.services.boards
    before = await boards.text_board_posted(match.id, place.channel, message, match.revision)
    if before is not None and before.channel is not None and before.message is not None:
        with suppress(*FAILURES):
            await delete(bot, before.channel, before.message)
    await publish_match(bot, match.id)


def _is_players_command(interaction: Interaction, match: Match) -> bool:
    """Return whether a player of a match used a command in its venue."""
    is_command = interaction.type is discord.InteractionType.application_command
    is_player = match.seat_of(user_of(interaction)) is not None
    return is_command and is_player and lives_here(interaction, match)


class BoardCog(Cog, name="Board"):
    """Shows boards."""

    @app_commands.command(
        name="board",
        extras=in_help(Topic.MATCHES, 30, N_("show the board again; `text:true` in words")),
    )
    @app_commands.describe(
        match="Which match; by default, this thread's",
        text="Show it in words and letters instead of a picture, for all to read",
    )
    async def board(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
        text: bool = False,  # noqa: FBT001 - Discord's own kind of option
    ) -> None:
        """Show the board again."""
        board_format = BoardFormat.WORDS if text else BoardFormat.PICTURE
        finding = self.bot.services.matches.resolve_to_see(viewer_of(interaction), match)
        resolved = await resolve_or_ask(interaction, finding, "show", board_format=board_format)
        if resolved is not None and text:
            await answer_with_text(interaction, resolved)
        elif resolved is not None:
            await self._show(interaction, resolved)

    @action("show", who=AllowedUsers.PLAYERS)
    async def show_chosen(
        self, context: ActionContext, board_format: BoardFormat, *, chosen: MatchId
    ) -> None:
        """Show the match that the user chose from the list."""
        match = await self.bot.services.matches.find(chosen)
        if board_format is BoardFormat.WORDS:
            await answer_with_text(context.interaction, match)
        else:
            await self._show(context.interaction, match)

    async def _show(self, interaction: Interaction, match: Match) -> None:
        """Show the board again in its venue, or to the user alone.

        Only a player can move the board to the end of the thread, or have a lost board reposted. A
        player who prefers boards in words gets a private one.
        """
        if _is_players_command(interaction, match):
            if await reads_words(interaction) and match.venue.kind is not VenueKind.DIRECT:
                await answer_with_private_board(interaction, match)
            else:
                await answer_with_board(interaction, match)
            return
        if match.seat_of(user_of(interaction)) is not None:
            with suppress(TimeoutError, NotStored):
                async with asyncio.timeout(REPOST_WITHIN):
                    await self.bot.services.boards.show_again(match.id)
                    await publish_match(self.bot, match.id)
        await answer_with_private_board(interaction, match)


_log: Final = structlog.get_logger(__name__)


class PlacesCog(commands.Cog, name="Places"):
    """Moves matches whose thread or channel was deleted.

    The bot tries to show their boards again. If Discord answers that the channel is gone,
    `cogs.delivery.publishing` moves the match.
    """

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Move the match of a deleted thread."""
        await self._handle_deletion(ChannelId(deleted.thread_id))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Move the matches of a deleted channel."""
        await self._handle_deletion(ChannelId(channel.id))

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find channels that were deleted while the bot was away. `ThreadsCog` looks for threads.

        A channel that is not cached may be an archived thread, or its server may be unavailable.
        """
        boards = self.bot.services.boards
        for place in await self.bot.until_stored(boards.channels_with_live_matches) or ():
            is_known = self.bot.get_channel(place.channel) is not None
            if not is_known and not is_unavailable(self.bot, place.guild):
                await self._look_for(place.channel)

    async def _look_for(self, channel: ChannelId) -> None:
        try:
            await self.bot.fetch_channel(channel)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                await self._handle_deletion(channel)
            else:
                _log.info("channel not looked up", channel=channel, reason=repr(error))

    async def _handle_deletion(self, channel: ChannelId) -> None:
        boards = self.bot.services.boards
        moving = await self.bot.until_stored(lambda: boards.venue_deleted(channel))
        await publish_matches(self.bot, moving or ())


class ThreadsCog(commands.Cog, name="Threads"):
    """Keeps threads of live matches open, and renames them at the end."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        """Record that a thread was archived. In an unarchived thread, delete old boards."""
        channel = ChannelId(changed.thread_id)
        if changed.data["thread_metadata"]["archived"]:
            await self.bot.until_stored(lambda: self.bot.services.threads.check_archived(channel))
        elif not changed.data["thread_metadata"].get("locked"):
            await self.bot.until_stored(lambda: self.bot.services.boards.delete_now(channel))

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find the threads that were archived while the bot was away."""
        threads, after = self.bot.services.threads, MatchId(0)
        while batch := await self.bot.until_stored(partial(threads.with_live_matches, after)):
            for after, channel in batch:  # noqa: B007 - the last one is where the next begins
                if not is_awake(self.bot, channel):
                    await self.bot.until_stored(partial(threads.check_archived, channel))

    @job(ThreadLook, at_once=2)
    async def look(self, due: ThreadLook) -> Instant | None:
        """Keep the thread of a live match awake, and look again in a day; rename it at the end.

        This may cost two requests.
        """
        match = await self.bot.services.matches.find(due.match)
        channel = match.venue.channel
        if channel is None or not match.venue.is_thread:
            return None
        if waits_for_server(self.bot, match):
            raise JobPostponed("its server is unavailable")
        with postponing_failures():
            if match.outcome is None:
                return await self._keep_awake(match, channel)
            await self._name(match, channel)
        return None

    async def _keep_awake(self, match: Match, channel: ChannelId) -> Instant | None:
        """Unarchive a thread. Move the match elsewhere if the thread is gone."""
        if not is_awake(self.bot, channel):
            tended = await wake(self.bot, channel)
            if tended is ThreadOutcome.GONE and await relocate(self.bot, match, channel):
                await publish_match(self.bot, match.id)
                return None
        return Instant(self.bot.services.clock.now() + DAY)

    async def _name(self, match: Match, channel: ChannelId) -> None:
        """Name a thread after the result of its match."""
        with speaking(await public_language(self.bot, match.venue.guild)):
            tended = await name_after_result(self.bot, match, channel)
        if tended is ThreadOutcome.REFUSED:
            raise DiscordRefusal("the thread cannot be named")


async def setup(bot: BoopBot) -> None:
    """Add the cogs to the bot."""
    await bot.add_cog(BoardCog(bot))
    await bot.add_cog(PlacesCog(bot))
    await bot.add_cog(ThreadsCog(bot))
