"""Delivery: the only way to record, post, edit, find and delete a message.

Discord may take a message and its answer be lost, or we may be killed before it is recorded.
So a message carries a nonce, by which Discord knows a repetition; and one that must not stay
unknown has a record before it is posted (`services.posts`), and is looked for if that stays.
"""

from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import blake2s
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.post_queries import Post
from bot.jobs.backoff import SENDING
from bot.match.identity import ChallengeId, ChannelId, GuildId, MatchId, MessageId, PostId
from bot.text import Message, gettext, speaking, translate
from cogs.core.actions import Control, Request, read_call
from cogs.core.board import Picture
from cogs.core.codecs import Unreadable
from cogs.core.errors import FAILURES, is_gone, is_passing, postponing_failures
from cogs.core.translating import public_language

CLOCK_MARGIN: Final = 3600.0
"""Seconds by which our clock may be ahead of Discord's, or behind it."""

_NOBODY: Final = discord.AllowedMentions.none()
_TRAITS: Final = ("content", "custom_id", "label", "placeholder", "url")
_INSIDE: Final = ("components", "items", "accessory", "component")

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to be posted: a text, or a view with or without a picture.

    `view` makes a new view each time: discord.py must not be given the same one twice. Discord
    knows a repetition by the nonce for some minutes.
    """

    content: str | None = None
    view: Callable[[], discord.ui.LayoutView] | None = None
    picture: Picture | None = None
    silent: bool = False
    mentions: discord.AllowedMentions = field(default=_NOBODY)
    nonce: str = ""

    def said(self) -> dict[str, Any]:
        """Return what the message says, without its picture."""
        return {"content": self.content} if self.view is None else {"view": self.view()}

    def files(self) -> list[discord.File]:
        """Return what is attached to the message."""
        return [] if self.picture is None else [self.picture.file()]

    def replacement(self) -> dict[str, Any]:
        """Return what a message is edited with that is to say this; it notifies nobody."""
        return {**self.said(), "attachments": self.files(), "allowed_mentions": _NOBODY}

    def digest(self) -> str:
        """Return what the message says, in short; equal for the message as Discord returns it."""
        components = [] if self.view is None else self.view().to_components()  # type: ignore[no-untyped-call]
        return _digest(self.content, components)


def digest_of(message: discord.Message) -> str:
    """Return what a message of ours says, in short."""
    return _digest(message.content, [part.to_dict() for part in message.components])


def carries(message: discord.Message, custom_ids: Collection[str]) -> bool:
    """Return whether a message has one of these buttons or menus.

    What is said to have been clicked on a message need not be there: nothing may be recorded about
    a message, and none overwritten, for its being named alone.
    """
    return any(each in custom_ids for each in _custom_ids_of(message))


def match_shown_by(message: discord.Message) -> MatchId | None:
    """Return the match whose live board a message is: every one has the button **Next match**."""
    for custom_id in _custom_ids_of(message):
        try:
            call = read_call(Request(custom_id, Control.BUTTON))
        except Unreadable:
            continue
        values = call.values if call.action.name == "next" else {}
        if values.get("left") is not None and values.get("until") is None:
            return MatchId(values["left"])
    return None


def _custom_ids_of(message: discord.Message) -> Iterator[str]:
    """Walk over the custom ids of a message's components, in reading order."""
    for part in _parts([part.to_dict() for part in message.components]):
        if part.get("custom_id"):
            yield str(part["custom_id"])


async def post_once(place: discord.abc.Messageable, outgoing: Outgoing) -> discord.Message:
    """Post a message that says what it should, though Discord may have it from an earlier try.

    To a repeated nonce Discord answers with the first message, whatever the second says; that one
    is edited then.
    """
    wanted = outgoing.digest()
    message = await place.send(
        **outgoing.said(),
        files=outgoing.files(),
        nonce=outgoing.nonce,
        silent=outgoing.silent,
        allowed_mentions=outgoing.mentions,
    )
    if digest_of(message) != wanted:
        _log.info("message of an earlier attempt updated", message=message.id)
        await message.edit(**outgoing.replacement())
    return message


async def post_recorded(
    bot: BoopBot,
    channel: ChannelId,
    guild: GuildId | None,
    outgoing: Outgoing,
    match: MatchId | None = None,
    challenge: ChallengeId | None = None,
    announced: MatchId | None = None,
) -> tuple[MessageId, PostId]:
    """Post a message; its record stays until it is recorded with the post that is returned.

    It is the board of a match or shows a challenge, if one is named, else it is known by what it
    says. `announced` is the match of which it says where it is played.
    """
    digest = outgoing.digest() if match is None else None
    about = announced if match is None else match
    post = await bot.services.posts.begin(channel, a_while_ago(), about, digest, challenge, guild)
    place = bot.get_partial_messageable(channel, guild_id=guild)
    try:
        message = await post_once(place, outgoing)
    except discord.HTTPException as error:
        # Where what came back could not be edited, a message is there.
        if is_passing(error) or error.response.method == "PATCH":
            await bot.services.posts.unanswered(post)
        else:
            await bot.services.posts.forget(post)
        raise
    except (discord.RateLimited, aiohttp.ClientError, OSError):
        # What a limit held back may be the edit of a message that is there already.
        await bot.services.posts.unanswered(post)
        raise
    return MessageId(message.id), post


async def post_unless_refused(
    bot: BoopBot, channel: ChannelId, guild: GuildId, outgoing: Outgoing
) -> discord.HTTPException | None:
    """Post a message; return why, if Discord refuses it until somebody changes something."""
    try:
        await post_once(bot.get_partial_messageable(channel, guild_id=guild), outgoing)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("message refused", guild=guild, channel=channel, code=error.code)
        return error
    return None


@asynccontextmanager
async def posting_in(bot: BoopBot, guild: GuildId) -> AsyncIterator[None]:
    """Speak the language of a server while a job posts there. Raise `PutOff` if Discord fails."""
    with postponing_failures(), speaking(await public_language(bot, guild)):
        async with bot.working():
            yield


async def post_or_report(
    bot: BoopBot,
    channel: ChannelId,
    guild: GuildId,
    outgoing: Outgoing,
    lost: Message,
    is_news: Callable[[], Awaitable[bool]],
) -> bool:
    """Post a message; false if Discord refuses it, which is reported if it is news."""
    refusal = await post_unless_refused(bot, channel, guild, outgoing)
    if refusal is None:
        return True
    if await is_news():
        await _report_lost_post(bot, guild, channel, lost, refusal)
    return False


async def _report_lost_post(
    bot: BoopBot, guild: GuildId, channel: ChannelId, lost: Message, error: discord.HTTPException
) -> None:
    """Notify those who run a server in their log channel of what was not posted in another channel.

    `lost` says it, with `channel` and `why`; what they can do about it is added.
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
    outgoing = Outgoing(f"{what} {advice}", nonce=f"lost{channel}")
    try:
        await post_unless_refused(bot, log_channel, guild, outgoing)
    except FAILURES as failure:
        _log.info("lost post not reported", guild=guild, reason=repr(failure))


async def edit(
    bot: BoopBot, channel: ChannelId, guild: GuildId | None, message: MessageId, said: Outgoing
) -> None:
    """Have a message of ours say something else."""
    place = bot.get_partial_messageable(channel, guild_id=guild)
    await place.get_partial_message(message).edit(**said.replacement())


async def delete(
    bot: BoopBot, channel: ChannelId, guild: GuildId | None, message: MessageId
) -> None:
    """Delete a message of ours."""
    place = bot.get_partial_messageable(channel, guild_id=guild)
    await place.get_partial_message(message).delete()


async def sent_since(
    bot: BoopBot, post: Post, place: discord.abc.Messageable
) -> list[discord.Message]:
    """List our messages from the time in which a recorded one can have been posted."""
    until = discord.utils.snowflake_time(post.after).timestamp() + 2 * CLOCK_MARGIN + SENDING
    before = int(until * 1000 - discord.utils.DISCORD_EPOCH) << 22
    ours = []
    async for message in place.history(limit=None, after=discord.Object(post.after)):
        if message.id > before:
            break
        if bot.user is not None and message.author.id == bot.user.id:
            ours.append(message)
    return ours


def a_while_ago() -> MessageId:
    """Return an id below that of any message that is posted from now on."""
    now = discord.utils.utcnow().timestamp()
    return MessageId(max(0, int((now - CLOCK_MARGIN) * 1000) - discord.utils.DISCORD_EPOCH) << 22)


def _digest(content: str | None, components: Sequence[Mapping[str, Any]]) -> str:
    traits = [(content or "").strip(), *_traits(components)]
    return blake2s("\0".join(traits).encode(), digest_size=16).hexdigest()


def _traits(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Walk over what tells one message from another: texts, ids, and the names of pictures."""
    for part in _parts(components):
        yield from (str(part[name]).strip() for name in _TRAITS if part.get(name))
        media = part.get("media")
        if media:
            yield str(media["url"]).partition("?")[0].rpartition("/")[2]


def _parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Walk over components and all within them, in reading order."""
    for part in components:
        yield part
        for name in _INSIDE:
            inside = part.get(name) or ()
            yield from _parts([inside] if isinstance(inside, Mapping) else inside)
