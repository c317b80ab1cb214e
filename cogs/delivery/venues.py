"""The venue of a match: a thread, a channel or direct messages. It may move.

In a server, the venue is where the match was requested, or the games channel of the server.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.posts import ANNOUNCEMENT
from bot.features.boards.queries import BoardState
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import ChannelId, GuildId, InServer, MessageId, UserId
from bot.match.match import Match
from bot.match.terms import DirectMessages, VenueKind
from bot.text import gettext
from cogs.core.errors import FAILURES, Code, is_passing
from cogs.core.outgoing import Outgoing
from cogs.core.panels import note_panel
from cogs.delivery.availability import is_unavailable
from cogs.delivery.permissions import allowed_in, may_play_in
from cogs.delivery.posting import post_recorded, sent_as_recorded
from cogs.delivery.threads import (
    WEEK_IN_MINUTES,
    delete_thread,
    fetch_thread,
    is_awake,
    rename_thread,
    title_of,
)
from cogs.wording.links import link_of, message_link
from cogs.wording.names import against_each_other

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _NewVenue:
    """The channel or thread to which a match moves."""

    channel: ChannelId
    kind: VenueKind
    announced: tuple[OutboxEntry, ...] = ()
    listed_in: ChannelId | None = None
    """The channel with the message that lists the match. The thread began from this message."""


async def settle_venue(bot: BoopBot, match: Match) -> Match:
    """Return the match with its thread or channel. Create the thread if necessary.

    A thread that starts from a message has the id of the message, so it cannot be created twice.
    The announcement of the match stays recorded until the first board is recorded.
    """
    if match.venue.channel is not None:
        return match
    avoided = await bot.services.boards.venues_to_avoid(match.id)
    found = await _in_its_thread(bot, match, avoided)
    if found is None:
        found = await _in_better_channel(bot, match, avoided)
    if found is None:
        found = await _at_the_origin(bot, match, avoided)
    await bot.services.boards.settle_venue(
        match.id,
        found.channel,
        found.kind,
        announced=found.announced,
        listed_in=found.listed_in,
    )
    venue = replace(match.venue, channel=found.channel, kind=found.kind)
    return replace(match, venue=venue)


async def leave_thread(bot: BoopBot, match: Match, thread: ChannelId) -> None:
    """Move a match to the channel where its thread began, because the thread accepts no posts.

    Delete the announcement, and the thread. Archive the thread if the bot may not delete it.
    """
    await bot.services.boards.settle_venue(match.id, match.venue.origin, match.venue.kind)
    try:
        fetched = await fetch_thread(bot, thread)
        if isinstance(fetched, discord.Thread):
            await delete_thread(fetched)
    except FAILURES as error:
        _log.warning("unused thread not deleted", thread=thread, reason=repr(error))


async def lives_elsewhere(bot: BoopBot, place: InServer, kind: VenueKind) -> bool:
    """Return whether a match that is requested in a place will be played somewhere else."""
    if kind is VenueKind.DIRECT:
        return True
    return await _better_channel(bot, place.guild, place.channel) is not None


async def beside_match(bot: BoopBot, place: InServer) -> InServer:
    """Return where a match that is requested in a place begins.

    This is the same place. But if the place is another match's thread, it is the thread's channel:
    a thread is for its match and the rematches, and threads contain no threads.
    """
    thread = bot.get_channel(place.channel)
    if not isinstance(thread, discord.Thread):
        return place
    if await bot.services.matches.of_thread(place) is None:
        return place
    parent = ChannelId(thread.parent_id)
    may_go_there = await may_play_in(bot, place.guild, parent)
    return InServer(place.guild, parent) if may_go_there else place


async def direct_channel(bot: BoopBot, user: UserId) -> ChannelId:
    """Return the channel of a user's direct messages with the bot. Open it if necessary."""
    return ChannelId((await bot.create_dm(discord.Object(user))).id)


async def _in_its_thread(
    bot: BoopBot, match: Match, avoided: Collection[object]
) -> _NewVenue | None:
    """Return the thread of the earlier matches for a rematch; None if it cannot be used.

    Rename the thread after the new match. Do not wait if Discord delays that.
    """
    venue = match.venue
    if venue.kind is not VenueKind.THREAD or venue.message is None or venue.message in avoided:
        return None
    channel = ChannelId(venue.message)
    if not is_awake(bot, channel):
        return None
    await bot.underway.run(lambda: rename_thread(bot, match, channel, WEEK_IN_MINUTES))
    return _NewVenue(channel, VenueKind.THREAD)


async def _at_the_origin(bot: BoopBot, match: Match, avoided: Collection[object]) -> _NewVenue:
    venue = match.venue
    if venue.kind is VenueKind.CHANNEL or bot.get_guild(venue.guild) is None:
        return _NewVenue(venue.origin, venue.kind)
    if venue.message is None:
        # List the match and start a thread, or boards would fill the channel of a competition.
        is_listed = match.is_competitive and venue.origin not in avoided
        listed = await _listed_in(bot, match, venue.origin) if is_listed else None
        return listed or _NewVenue(venue.origin, venue.kind)
    # The thread, whether it exists or not, has the id of the message.
    if venue.message in avoided:
        return _NewVenue(venue.origin, VenueKind.CHANNEL)
    thread = await _begun_thread(bot, match, venue.origin, venue.message)
    return _NewVenue(thread or venue.origin, venue.kind)


async def _in_better_channel(
    bot: BoopBot, match: Match, avoided: Collection[object]
) -> _NewVenue | None:
    """Begin the match in a better channel, and say so where the match was requested.

    Return None if no channel is better, or if Discord lately refused the match in each.
    """
    better = await _better_channel(bot, match.venue.guild, match.venue.origin, avoided)
    if better is None:
        return None
    venue = _NewVenue(better, VenueKind.CHANNEL)
    try:
        if match.venue.kind is VenueKind.THREAD:
            venue = await _listed_in(bot, match, better)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The channel of another match's thread may work if the games channel does not.
        return await _in_better_channel(bot, match, {*avoided, better})
    led = await _lead_there(bot, match, venue.channel)
    return replace(venue, announced=venue.announced + led)


async def _listed_in(bot: BoopBot, match: Match, channel: ChannelId) -> _NewVenue:
    """List a match in a channel, and start a thread from that message.

    Return the thread, or the channel if no thread can be started.
    """
    listed = Outgoing(view=lambda: note_panel(listing(match)), subject=f"listed {match.id}")
    message, post = await _announce(bot, match, channel, listed)
    thread = await _begun_thread(bot, match, channel, message)
    if thread is None:
        return _NewVenue(channel, VenueKind.CHANNEL, announced=(post,))
    return _NewVenue(thread, VenueKind.THREAD, announced=(post,), listed_in=channel)


async def _better_channel(
    bot: BoopBot, guild: GuildId, origin: ChannelId, avoided: Collection[object] = ()
) -> ChannelId | None:
    """Return a better channel for a match than the one where it was requested, if there is one.

    The games channel of the server is better. So is the parent channel if the match was requested
    in another match's thread.
    """
    games = (await bot.services.settings.of(guild)).games_channel
    is_better = games not in (None, *avoided) and not _is_within(bot, origin, games)
    if games is not None and is_better and await may_play_in(bot, guild, games):
        return games
    beside = (await beside_match(bot, InServer(guild, origin))).channel
    return None if beside == origin or beside in avoided else beside


def _is_within(bot: BoopBot, origin: ChannelId, games: ChannelId | None) -> bool:
    """Return whether a channel is the games channel or a thread in it."""
    channel = bot.get_channel(origin)
    return origin == games or (isinstance(channel, discord.Thread) and channel.parent_id == games)


async def _lead_there(bot: BoopBot, match: Match, channel: ChannelId) -> tuple[OutboxEntry, ...]:
    """Link to the match's venue in the channel where the match was requested.

    Return the record of the message; nothing if Discord refuses it, which is harmless.
    """
    link = message_link(InServer(match.venue.guild, channel))
    try:
        text = gettext("**#{match}** is played here: {link}", match=match.id, link=link)
        led = Outgoing(text, subject=f"led {match.id}")
        _, post = await _announce(bot, match, match.venue.origin, led)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("venue not announced", match=match.id, code=error.code)
        return ()
    return (post,)


def listing(match: Match) -> str:
    """Return the line that lists a match in a games channel."""
    return f"**#{match.id}** · {against_each_other(match)}"


async def _announce(
    bot: BoopBot, match: Match, channel: ChannelId, outgoing: Outgoing
) -> tuple[MessageId, OutboxEntry]:
    """Announce a match in a channel without a ping, unless that was done before a crash.

    Return the ID of the message, and its record.
    """
    for post in await bot.services.posts.announcements(match.id):
        if post.channel != channel:
            continue
        if sent := await sent_as_recorded(bot, bot.get_partial_messageable(channel), post):
            return MessageId(sent[0].id), post
        await bot.services.outbox.forget(post)
    place = InServer(match.venue.guild, channel)
    return await post_recorded(bot, place, outgoing, ANNOUNCEMENT, match.id)


async def _begun_thread(
    bot: BoopBot, match: Match, channel: ChannelId, message: MessageId
) -> ChannelId | None:
    """Start the thread of a match from a message. Return None if it cannot be started."""
    if not (await allowed_in(bot, match.venue.guild, channel)).send_messages_in_threads:
        return None
    place = bot.get_partial_messageable(channel, guild_id=match.venue.guild)
    try:
        thread = await place.get_partial_message(message).create_thread(
            name=await title_of(bot, match), auto_archive_duration=WEEK_IN_MINUTES
        )
    except discord.HTTPException as error:
        if error.code == Code.THREAD_EXISTS:
            return ChannelId(message)
        if is_passing(error):
            raise
        _log.info("thread not created, match played in the channel", code=error.code)
        return None
    return ChannelId(thread.id)


async def relocate(bot: BoopBot, match: Match, gone: ChannelId) -> bool:
    """Move a match to another channel, and notify both players.

    Return False if the match has moved already, or if Discord lately refused it in every other
    channel. In that case the match stays, and the bot tries again later.
    """
    avoided = await bot.services.boards.venues_to_avoid(match.id)
    to = await _place_to_go(bot, match, avoided | {gone})
    if to in avoided:
        _log.warning("match has no venue", match=match.id)
        return False
    if to is VenueKind.DIRECT:
        kind = VenueKind.DIRECT
    else:
        kind = match.venue.kind if to == match.venue.origin else VenueKind.CHANNEL
    moved = await bot.services.boards.move(match.id, gone, to, kind)
    if moved:
        _log.info("match moved", match=match.id, to=kind.value)
    return moved


async def has_place_to_go(bot: BoopBot, match: Match) -> bool:
    """Return whether a match in direct messages could be played in its server.

    If another process serves that server, that process finds the channel. A match against the bot
    does not move: it goes on in private panels.
    """
    if match.stays_in_person:
        return False
    guild = match.venue.guild
    is_elsewhere = not bot.serves(guild) and bot.get_guild(guild) is None
    if not is_elsewhere and is_unavailable(bot, guild):
        return False
    avoided = await bot.services.boards.venues_to_avoid(match.id)
    if is_elsewhere:
        games = (await bot.services.settings.of(guild)).games_channel
        there = {match.venue.origin, games} - {None}
        return guild not in await bot.services.absences.known() and not there <= avoided
    return await _place_to_go(bot, match, avoided) is not VenueKind.DIRECT


async def _place_to_go(
    bot: BoopBot, match: Match, avoided: Collection[ChannelId | DirectMessages]
) -> ChannelId | DirectMessages:
    """Return where a match can be played: where it was requested, or else the games channel.

    Prefer a channel with all permissions. Return direct messages if neither channel exists.
    """
    guild = match.venue.guild
    origin = (await beside_match(bot, InServer(guild, match.venue.origin))).channel
    games = (await bot.services.settings.of(guild)).games_channel
    there = [
        place
        for place in (origin, games)
        if place is not None and place not in avoided and _is_there(bot, place)
    ]
    for place in there:
        if await may_play_in(bot, guild, place):
            return place
    return next(iter(there), VenueKind.DIRECT)


def _is_there(bot: BoopBot, channel: ChannelId) -> bool:
    return bot.get_channel(channel) is not None


async def link_to(bot: BoopBot, match: Match, viewer: UserId | None = None) -> str:
    """Return the link to the live board of a match; in direct messages, to the viewer's board.

    If the board is about to be replaced, return the link to its channel.
    """
    work = await bot.services.boards.work_of(match.id)
    is_direct = match.venue.kind is VenueKind.DIRECT
    if is_direct and viewer is None:
        return link_of(match, work)
    owner = viewer if is_direct else None
    if await bot.services.notifications.delivered_by_board(match, owner):
        boards = tuple(replace(board, message=None) for board in work.boards)
        work = replace(work, boards=boards)
    return link_of(match, work, viewer)


async def is_on_panels(bot: BoopBot, match: Match) -> bool:
    """Return whether a match is played in private panels.

    This is so for a match against the bot after Discord has refused its board in direct messages.
    """
    if not match.stays_in_person:
        return False
    boards = await bot.services.boards.boards_of(match.id)
    return any(each.state is BoardState.LOST for each in boards)


async def has_only_private_boards(bot: BoopBot, match: Match) -> bool:
    """Return whether a match against the bot has no board in direct messages.

    Either it is played in private panels, or the board has not been sent yet.
    """
    if not match.stays_in_person:
        return False
    boards = await bot.services.boards.boards_of(match.id)
    return not any(each.state is BoardState.LIVE and each.message is not None for each in boards)


def place_again(bot: BoopBot, match: Match) -> InServer:
    """Return the place of a rematch: the channel where the match was requested.

    It is not the thread of the match, because threads contain no threads. `/challenge` also works
    in a channel where the bot cannot write; if so, return the channel where the match is played.
    """
    venue = match.venue
    origin = bot.get_channel(venue.origin)
    if isinstance(origin, discord.abc.GuildChannel) and venue.channel is not None:
        allowed = origin.permissions_for(origin.guild.me)
        if not (allowed.view_channel and allowed.send_messages):
            return InServer(venue.guild, venue.channel)
    return InServer(venue.guild, venue.origin)
