"""Showing, sending and recording messages that other code has left undone.

This module finds the boards and notifications that Discord accepted but the bot never recorded, and
deletes them. `cogs.delivery.venues` finds an announcement; if its match has another venue, this
module deletes it.
"""

import asyncio
from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.features.boards.posts import ANNOUNCEMENT, UNRECORDED
from bot.features.boards.queries import LISTING, NEW_BOARD, TEXT_BOARD
from bot.features.notifications.service import is_on_board
from bot.features.outbox.entries import OutboxEntry
from bot.jobs.jobs import OUTBOX_EVERY, OutboxLook
from bot.jobs.runner import job
from bot.match.identity import ChannelId, InServer, Instant, MatchId, MessageId, Seconds
from bot.match.terms import server_of
from bot.ratelimits import RateLimitWait
from cogs.board.message import board_shown_by, text_message
from cogs.core.components import View
from cogs.core.errors import Code
from cogs.core.outgoing import Outgoing
from cogs.core.panels import note_panel
from cogs.delivery.challenge_message import thread_result
from cogs.delivery.notification_messages import put_back
from cogs.delivery.notification_sending import send
from cogs.delivery.outbox import NotYet, Rendering, deliver_due, delivers, renders
from cogs.delivery.permissions import may_read_history
from cogs.delivery.posting import sent_as_recorded, sent_since
from cogs.delivery.publishing import post_boards_for, publish_match
from cogs.delivery.venues import listing

BATCH: Final = 50
"""The most entries, and the most notifications, in one batch."""
MOST_ROUNDS: Final = 40
"""The most batches in one run of the job, so that entries that always fail do not keep it busy."""
AGAIN_AFTER: Final = Seconds(2.0)
"""The least number of seconds from the start of one run of the job to the next."""


@renders(TEXT_BOARD)
async def render_text_board(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the text board that stands beside the board message of a match."""
    if due.channel is None:
        return None
    match = await bot.services.matches.find(MatchId(due.subject))
    place = InServer(match.venue.guild, due.channel)
    return Rendering(match.revision, place, await text_message(bot, match), may_be_posted=False)


@renders(LISTING)
async def render_listing(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the line that lists a thread's match in a games channel, or the last result there.

    Return None if no match is played in the thread.
    """
    guild = server_of(due.home)
    if guild is None or due.channel is None or due.message is None:
        return None
    thread = InServer(guild, ChannelId(due.message))
    matches = await bot.services.matches.last_two_of_thread(thread)
    if not matches:
        return None

    def view() -> View:
        return thread_result(matches) or note_panel(listing(matches[0]))

    place = InServer(guild, due.channel)
    return Rendering(due.revision, place, Outgoing(view=view), may_be_posted=False)


class OutboxCog(commands.Cog, name="Outbox"):
    """Delivers the outbox, shows boards that are out of date, and sends notifications."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(OutboxLook, at_once=1)
    async def deliver(self, _: OutboxLook) -> Instant:
        """Deliver due messages; return when to look again."""
        for _round in range(MOST_ROUNDS):
            # Read `now` before the round: messages that become due meanwhile must not wait longer.
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
            # Raise if nothing can be stored: a message that was sent but not recorded would be sent
            # again in the next round.
            await services.leadership.renew()
        delivered = await deliver_due(self.bot, BATCH)
        more = delivered >= BATCH
        if self._send not in self.bot.underway:
            sent = await self.bot.underway.run(self._send, self._send)
            more |= not isinstance(sent, RateLimitWait) and sent >= BATCH
        return more

    async def _send(self) -> int:
        """Send the notifications that are due. Return their number."""
        async with self.bot.working():
            notifications = self.bot.services.notifications
            claimed = await notifications.take_due(BATCH)
            on_boards = [item for item in claimed if is_on_board(item)]
            try:
                await asyncio.gather(
                    send(self.bot, [item for item in claimed if item not in on_boards]),
                    post_boards_for(self.bot, on_boards),
                )
            except Exception:
                # Notifications that were sent are recorded already, and are not put back.
                await put_back(self.bot, claimed)
                raise
        return len(claimed)


MOST_UNKNOWN: Final = 7
"""Attempts before a message in a channel unknown to Discord is given up."""
MOST_ATTEMPTS: Final = 24
"""Attempts before any message is given up. The last are an hour apart, so all take half a day."""
_log: Final = structlog.get_logger(__name__)

History = discord.abc.Messageable


@delivers(NEW_BOARD, ANNOUNCEMENT, UNRECORDED)
async def look_for(bot: BoopBot, post: OutboxEntry) -> None:
    """Look for a message that was posted but not recorded. Give up after `MOST_ATTEMPTS`."""
    if post.channel is None:
        return
    try:
        await _look_for(bot, post, post.channel)
    except Exception as error:
        is_unavailable = isinstance(error, discord.HTTPException) and _is_unavailable(
            bot, post, post.channel, error
        )
        if not is_unavailable and post.attempts < MOST_ATTEMPTS:
            raise
        await _give_up(bot, post, repr(error))


async def _look_for(bot: BoopBot, post: OutboxEntry, channel: ChannelId) -> None:
    place = bot.get_channel(channel) or await bot.fetch_channel(channel)
    if not isinstance(place, discord.abc.Messageable):
        await _give_up(bot, post, "nothing can stand there")
    elif not may_read_history(place):
        raise NotYet("its history cannot be read")
    elif post.kind == NEW_BOARD.name:
        await _find_boards(bot, post, place)
    elif await bot.services.posts.is_awaited(post):
        raise NotYet("the code that shows its match searches for it")
    else:
        await _find_by_digest(bot, post, channel, place)


async def _find_boards(bot: BoopBot, post: OutboxEntry, place: History) -> None:
    """Find the boards of a match in a channel. Record unknown ones as old, so they are deleted."""
    number = MatchId(post.subject)
    boards = [
        MessageId(message.id)
        for message in await sent_since(bot, place, post)
        if (board_shown_by(message) or (None,))[0] == number
    ]
    if not await bot.services.posts.settle_boards(post, boards):
        raise NotYet("another board of its match is on its way")
    await publish_match(bot, number)


async def _find_by_digest(
    bot: BoopBot, post: OutboxEntry, channel: ChannelId, place: History
) -> None:
    """Delete the unrecorded message. Its content is out of date, or will be posted again."""
    for message in await sent_as_recorded(bot, place, post):
        number = MessageId(message.id)
        if not await bot.services.posts.is_known(channel, number):
            _log.info("unknown message deleted", message=number)
            await message.delete()
    await bot.services.outbox.forget(post)


def _is_unavailable(
    bot: BoopBot, post: OutboxEntry, channel: ChannelId, error: discord.HTTPException
) -> bool:
    """Return whether a channel is gone, or belongs to a server that the bot has left.

    A channel that discord.py has cached but Discord does not know may come back.
    """
    if error.code not in (Code.UNKNOWN_CHANNEL, Code.MISSING_ACCESS):
        return False
    if bot.get_channel(channel) is None:
        return True
    return error.code == Code.UNKNOWN_CHANNEL and post.attempts > MOST_UNKNOWN


async def _give_up(bot: BoopBot, post: OutboxEntry, reason: str) -> None:
    _log.warning("gave up looking for a message", channel=post.channel, reason=reason)
    await bot.services.outbox.forget(post)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(OutboxCog(bot))
