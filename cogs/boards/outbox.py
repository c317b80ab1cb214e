"""Showing, sending and recording what other code has left undone.

Boards and notifications that Discord accepted and we never recorded are found here, and deleted. An
announcement is found by `cogs.delivery.venues`, and deleted here if its match has another venue.
"""

import asyncio
from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.features.boards.post_queries import Post, PostLook
from bot.features.boards.queries import LISTING, TEXT_BOARD
from bot.features.notifications.service import is_on_board
from bot.features.outbox.entries import OutboxEntry
from bot.jobs.jobs import OUTBOX_EVERY, OutboxLook
from bot.jobs.runner import JobPostponed, job
from bot.match.identity import ChannelId, InServer, Instant, MatchId, MessageId, Seconds, UserId
from bot.ratelimits import RateLimitWait
from cogs.board.message import board_shown_by, text_message
from cogs.core.components import View
from cogs.core.errors import FAILURES, Code
from cogs.core.outgoing import Outgoing, digest_of
from cogs.core.panels import note_panel
from cogs.delivery.challenge_message import thread_result
from cogs.delivery.notifications import put_back, send
from cogs.delivery.outbox import Rendering, deliver_due, renders
from cogs.delivery.permissions import is_down, may_read_history
from cogs.delivery.posting import sent_since
from cogs.delivery.publishing import (
    about_match,
    deliver_on_boards,
    publish_match,
    publish_matches,
)
from cogs.delivery.venues import listing

BATCH: Final = 50
"""How many entries, matches and notifications are delivered together."""
MOST_ROUNDS: Final = 40
"""The most batches in one run of the job, so that entries that always fail do not fill the loop."""
MOST_LOST: Final = 20
"""How many boards that could not be delivered are tried again together."""
AGAIN_AFTER: Final = Seconds(2.0)
"""The fewest seconds between the beginnings of two runs of the job."""


@renders(TEXT_BOARD)
async def render_text_board(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the board in words that stands beside the board message of a match."""
    if due.channel is None:
        return None
    match = await bot.services.matches.find(MatchId(due.subject))
    place = InServer(match.venue.guild, due.channel)
    return Rendering(match.revision, place, await text_message(bot, match), is_posted=False)


@renders(LISTING)
async def render_listing(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the line that lists a match in a games channel, or the result of its thread's latest.

    Return None if the match has left the thread.
    """
    if due.guild is None or due.channel is None or due.message is None:
        return None
    thread = InServer(due.guild, ChannelId(due.message))
    matches = await bot.services.matches.last_two_of_thread(thread)
    if not matches:
        return None

    def view() -> View:
        return thread_result(matches) or note_panel(listing(matches[0]))

    place = InServer(due.guild, due.channel)
    return Rendering(due.revision, place, Outgoing(view=view), is_posted=False)


class OutboxCog(commands.Cog, name="Outbox"):
    """Delivers the outbox, shows boards that are out of date, and sends notifications."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(OutboxLook, at_once=1)
    async def deliver(self, _: OutboxLook) -> Instant:
        """Deliver due messages; return when to look again."""
        for _round in range(MOST_ROUNDS):
            # `now` is read before the round, so what becomes due meanwhile is not put off.
            now = self.bot.services.clock.now()
            if not await self._round():
                break
        due_at = await self.bot.services.next_due()
        latest = Instant(now + OUTBOX_EVERY)
        return latest if due_at is None else min(max(due_at, Instant(now + AGAIN_AFTER)), latest)

    async def _round(self) -> bool:
        """Deliver a batch of each kind; return whether more may be due."""
        services = self.bot.services
        if services.not_storing is not None:
            # A message that is shown but cannot be recorded would be shown again in the next round.
            await services.leadership.renew()
        delivered = await deliver_due(self.bot, BATCH)
        matches = await self._due()
        await publish_matches(self.bot, matches)
        more = await services.boards.try_lost(MOST_LOST)
        if self._send not in self.bot.underway:
            sent = await self.bot.underway.run(self._send, self._send)
            more |= not isinstance(sent, RateLimitWait) and sent >= BATCH
        return more or delivered >= BATCH or len(matches) >= BATCH

    async def _due(self) -> list[MatchId]:
        """List due boards, without those that are being shown, which may wait for minutes."""
        underway = self.bot.underway
        due = await self.bot.services.boards.due(BATCH + len(underway))
        return [number for number in due if about_match(number) not in underway]

    async def _send(self) -> int:
        """Send notifications that are due; return how many there were."""
        async with self.bot.working():
            notifications = self.bot.services.notifications
            claimed = await notifications.take_due(BATCH)
            on_boards = [item for item in claimed if is_on_board(item)]
            try:
                await asyncio.gather(
                    send(self.bot, [item for item in claimed if item not in on_boards]),
                    deliver_on_boards(self.bot, on_boards),
                )
            except Exception:
                # What was sent is recorded, and stays so.
                await put_back(self.bot, claimed)
                raise
        return len(claimed)


GLITCHES: Final = 8
"""How many attempts are made for a message in a channel that Discord does not know."""
MOST_ATTEMPTS: Final = 24
"""How many attempts are made for any message: the last are an hour apart, so half a day."""
WHILE_DOWN: Final = 300.0
"""Seconds until a message is searched for again while its server has an outage."""

_log: Final = structlog.get_logger(__name__)

History = discord.abc.Messageable


class DeliveryCog(commands.Cog, name="Delivery"):
    """Searches for messages that were posted but not recorded."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(PostLook, at_once=2)
    async def look(self, due: PostLook) -> Instant | None:
        """Look for a message that may be there, unless it was recorded meanwhile."""
        post = await self.bot.services.posts.find(due.post)
        if post is None:
            return None
        if post.look_at > self.bot.services.clock.now():
            return post.look_at
        if post.guild is not None and is_down(self.bot, post.guild):
            return Instant(self.bot.services.clock.now() + WHILE_DOWN)
        try:
            async with self.bot.working():
                await self._look_for(post)
        except JobPostponed as error:
            await self._look_later(post, error)
        except FAILURES as error:
            await self._failed(post, error)
        except Exception as error:
            await self._look_later(post, error)
        return None

    async def _look_for(self, post: Post) -> None:
        found = self.bot.get_channel(post.channel) or await self.bot.fetch_channel(post.channel)
        if not isinstance(found, discord.abc.Messageable):
            await self._give_up(post, "nothing can stand there")
            return
        if not may_read_history(found):
            raise JobPostponed("its history cannot be read")
        if post.match is not None and post.digest is None:
            await self._find_boards(post, post.match, found)
        elif await self.bot.services.posts.is_awaited(post):
            raise JobPostponed("the code that shows its match searches for it")
        else:
            await self._find_by_digest(post, found)

    async def _find_boards(self, post: Post, number: MatchId, place: History) -> None:
        """Record the boards of a match that were found; unknown ones are deleted."""
        found = [
            MessageId(message.id)
            for message in await sent_since(self.bot, place, post)
            if (board_shown_by(message) or (None,))[0] == number
        ]
        owner = place.recipient if isinstance(place, discord.DMChannel) else None
        user = None if owner is None else UserId(owner.id)
        if not await self.bot.services.posts.settle_boards(post, number, found, user):
            raise JobPostponed("another board of its match is on its way")
        await publish_match(self.bot, number)

    async def _find_by_digest(self, post: Post, place: History) -> None:
        """Delete an unrecorded message: its content is posted again, or out of date."""
        for message in await sent_since(self.bot, place, post):
            number = MessageId(message.id)
            if digest_of(message) != post.digest:
                continue
            if not await self.bot.services.posts.is_known(post.channel, number):
                _log.info("unknown message deleted", message=number)
                await message.delete()
        await self.bot.services.posts.forget(post.id)

    async def _failed(self, post: Post, error: BaseException) -> None:
        """Give up a message that can never be found; search for any other again later."""
        if isinstance(error, discord.HTTPException) and self._is_unavailable(post, error):
            await self._give_up(post, "its channel is gone, or I am")
        else:
            await self._look_later(post, JobPostponed(repr(error)))

    def _is_unavailable(self, post: Post, error: discord.HTTPException) -> bool:
        """Return whether a channel is gone, or belongs to a server that the bot has left.

        One that is cached and yet unknown to Discord may come back.
        """
        if error.code not in (Code.UNKNOWN_CHANNEL, Code.MISSING_ACCESS):
            return False
        if self.bot.get_channel(post.channel) is None:
            return True
        return error.code == Code.UNKNOWN_CHANNEL and self._attempts(post) >= GLITCHES

    async def _look_later(self, post: Post, error: Exception) -> None:
        """Raise the error, so that the job is tried again, unless it was tried often enough."""
        if self._attempts(post) < MOST_ATTEMPTS:
            raise error
        await self._give_up(post, str(error))

    def _attempts(self, post: Post) -> int:
        return self.bot.services.jobs.attempts(PostLook(post.id))

    async def _give_up(self, post: Post, reason: str) -> None:
        _log.warning("gave up looking for a message", channel=post.channel, reason=reason)
        await self.bot.services.posts.forget(post.id)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(OutboxCog(bot))
    await bot.add_cog(DeliveryCog(bot))
