"""The only functions that record, post, edit, find and delete messages.

Discord may accept a message and its response may be lost, or the bot may be killed before it
records the message. So a message has a nonce, by which Discord recognises a repetition. A message
that must not stay unknown is recorded before it is posted (`services.posts`). If the record
remains, the bot looks for the message.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.posts import NO_MATCH, UNRECORDED
from bot.features.boards.queries import NEW_BOARD
from bot.features.outbox.entries import OutboxEntry, OutboxKind
from bot.jobs.backoff import SENDING
from bot.match.identity import (
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    Place,
)
from bot.text import Message, gettext, translate
from cogs.core.errors import FAILURES, is_gone, is_passing
from cogs.core.outgoing import Outgoing, digest_of

ANSWER_WITHIN: Final = 2.0
"""Seconds in which to answer, of the 3 that Discord gives. After that the answer is postponed."""
REFUSED_AFTER: Final = 4.5
"""Seconds after an interaction until Discord either has the answer, or will refuse it."""
FETCH_WITHIN: Final = 5.0
"""Seconds to wait when the bot asks Discord for the message that was the answer."""
AT_ONCE: Final = 8
"""The most messages or matches of a batch that are sent at the same time."""
CLOCK_MARGIN: Final = 3600.0
"""Seconds by which the bot's clock may differ from Discord's."""

_log: Final = structlog.get_logger(__name__)


async def post_once(place: discord.abc.Messageable, outgoing: Outgoing) -> discord.Message:
    """Post a message, or edit the one that Discord has from an earlier attempt.

    Discord answers a repeated nonce with the first message, even if the second has another text.
    """
    expected = outgoing.digest()
    message = await place.send(
        **outgoing.arguments(),
        files=outgoing.files(),
        nonce=outgoing.nonce,
        silent=outgoing.silent,
        allowed_mentions=outgoing.mentions,
    )
    if digest_of(message) != expected:
        _log.info("message of an earlier attempt updated", message=message.id)
        await message.edit(**outgoing.replacement())
    return message


async def post_recorded(
    bot: BoopBot,
    place: Place,
    outgoing: Outgoing,
    kind: OutboxKind = UNRECORDED,
    match: MatchId = NO_MATCH,
) -> tuple[MessageId, OutboxEntry]:
    """Post a message. Return its ID and its record.

    The caller stores the message and then deletes the record. After a crash, the bot recognises a
    board by its buttons, and any other message by its digest.
    """
    digest = None if kind is NEW_BOARD else outgoing.digest()
    posts = bot.services.posts
    post = await posts.begin(kind, place, a_while_ago(), match, digest)
    message = await post_once_or_settle(
        bot,
        bot.get_partial_messageable(place.channel),
        outgoing,
        lambda: posts.unanswered(post),
        lambda: bot.services.outbox.forget(post),
    )
    return message, post


Settle = Callable[[], Awaitable[None]]
"""Stores whether a message may exist after an attempt to post it has failed."""


async def post_once_or_settle(
    bot: BoopBot,
    place: discord.abc.Messageable,
    outgoing: Outgoing,
    unanswered: Settle,
    not_there: Settle,
) -> MessageId:
    """Post a message that is already recorded. Return its ID.

    If that fails, call `unanswered` if the message may exist and `not_there` otherwise, and retry
    until it is stored. Until then the message counts as being posted, so no task posts another.
    """
    try:
        return MessageId((await post_once(place, outgoing)).id)
    except discord.HTTPException as error:
        # If only the edit of an earlier message failed, that message exists.
        may_be_there = is_passing(error) or error.response.method == "PATCH"
        await bot.until_stored(unanswered if may_be_there else not_there)
        raise
    except (discord.RateLimited, aiohttp.ClientError, OSError):
        # The failed request may be the edit of a message that already exists.
        await bot.until_stored(unanswered)
        raise


async def post_unless_refused(
    bot: BoopBot, channel: ChannelId, guild: GuildId, outgoing: Outgoing
) -> discord.HTTPException | None:
    """Post a message. Return the error if Discord refuses it for a lasting reason."""
    try:
        await post_once(bot.get_partial_messageable(channel), outgoing)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("message refused", guild=guild, channel=channel, code=error.code)
        return error
    return None


async def report_lost_post(
    bot: BoopBot, guild: GuildId, channel: ChannelId, lost: Message, error: discord.HTTPException
) -> None:
    """Report in the log channel of a server that a message could not be posted in a channel.

    `lost` is the report, with the gaps `channel` and `why`. Add a hint that says what to do.
    """
    log_channel = (await bot.services.settings.of(guild)).log_channel
    if log_channel is None or log_channel == channel:
        return
    why = (
        gettext("the channel is gone")
        if is_gone(error)
        else gettext("I'm not allowed to post there")
    )
    what = translate(lost, channel=f"<#{channel}>", why=why)
    advice = gettext(
        "`/settings check` says what is missing, and `/settings show` chooses another channel."
    )
    outgoing = Outgoing(f"{what} {advice}", subject=f"lost {channel}")
    try:
        await post_unless_refused(bot, log_channel, guild, outgoing)
    except FAILURES as failure:
        _log.info("lost post not reported", guild=guild, reason=repr(failure))


async def edit(bot: BoopBot, channel: ChannelId, message: MessageId, outgoing: Outgoing) -> None:
    """Edit one of the bot's messages."""
    place = bot.get_partial_messageable(channel)
    await place.get_partial_message(message).edit(**outgoing.replacement())


async def delete(bot: BoopBot, channel: ChannelId, message: MessageId) -> None:
    """Delete one of the bot's messages."""
    place = bot.get_partial_messageable(channel)
    await place.get_partial_message(message).delete()


async def sent_since(
    bot: BoopBot, place: discord.abc.Messageable, *posts: OutboxEntry
) -> list[discord.Message]:
    """List the bot's messages from the time when `posts` may have been sent, the oldest first."""
    after = [post.after for post in posts if post.after is not None]
    first, last = min(after), max(after)
    until = discord.utils.snowflake_time(last).timestamp() + 2 * CLOCK_MARGIN + SENDING
    before = int(until * 1000 - discord.utils.DISCORD_EPOCH) << 22
    ours = []
    async for message in place.history(limit=None, after=discord.Object(first)):
        if message.id > before:
            break
        if bot.user is not None and message.author.id == bot.user.id:
            ours.append(message)
    return ours


async def sent_as_recorded(
    bot: BoopBot, place: discord.abc.Messageable, post: OutboxEntry
) -> list[discord.Message]:
    """List the bot's messages that have the digest of a record, the oldest first."""
    sent = await sent_since(bot, place, post)
    return [message for message in sent if digest_of(message) == post.digest]


async def fetch_public_answer(
    interaction: discord.Interaction[Any], refused_at: float
) -> MessageId | None:
    """Return the public message that answers an interaction; None if Discord knows none.

    The connection may break after Discord accepted an answer, and posting it again would show it
    twice. An answer may also still be on its way, so ask again at `refused_at`, a moment of
    `time.monotonic`.
    """
    message = await _fetch_public_answer(interaction)
    if message is None and (wait := refused_at - time.monotonic()) > 0:
        await asyncio.sleep(wait)
        message = await _fetch_public_answer(interaction)
    return message


async def _fetch_public_answer(interaction: discord.Interaction[Any]) -> MessageId | None:
    try:
        async with asyncio.timeout(FETCH_WITHIN):
            message = await interaction.original_response()
    except (TimeoutError, *FAILURES, discord.ClientException) as error:
        _log.info("response not shown", reason=repr(error))
        return None
    return None if message.flags.ephemeral else MessageId(message.id)


def a_while_ago() -> MessageId:
    """Return an ID that is lower than the ID of any message posted from now on."""
    now = time.time()
    return MessageId(max(0, int((now - CLOCK_MARGIN) * 1000) - discord.utils.DISCORD_EPOCH) << 22)
