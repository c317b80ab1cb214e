"""Sending notifications to a channel or a person, recording them, and deleting them."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Mapping, Sequence
from enum import Enum
from functools import partial
from hashlib import blake2s
from typing import Any, Final, assert_never

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.queries import BoardState
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.policy import Route, Send, Sound
from bot.features.notifications.queries import PASSING, NotificationKind
from bot.features.notifications.service import Claimed
from bot.features.notifications.subjects import guild_of
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    PostId,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import speaking
from cogs.core.delivery import Outgoing, delete, edit, post_once, post_recorded
from cogs.core.errors import FAILURES, Code, is_final, is_gone, is_passing
from cogs.core.notification_text import (
    LISTED,
    closed_note,
    direct_text,
    most_urgent,
    notification_text,
    place_of,
)
from cogs.core.permissions import is_unavailable, waits_for_server
from cogs.core.phrases import message_link
from cogs.core.translating import personal_languages, public_language
from cogs.core.venues import direct_channel, has_place_to_go, link_of

LONGEST_MESSAGE: Final = 2000
"""Characters that Discord takes in a message."""

_log: Final = structlog.get_logger(__name__)


async def deliver_in_channel(
    bot: BoopBot,
    channel: ChannelId,
    claimed: Sequence[Claimed],
    closed: Sequence[UserId] = (),
) -> None:
    """Say it where a match lives or a challenge was made, else in person.

    `closed` are the people who are notified besides that they take no direct messages.
    """
    text = await _text(bot, channel, claimed)
    with speaking(await public_language(bot, place_of(claimed[0].about).guild)):
        notes = [closed_note(user) for user in closed]
    said = "\n".join(filter(None, [text, *notes]))
    if len(said) > LONGEST_MESSAGE and len(claimed) > 1:
        half = len(claimed) // 2
        await deliver_in_channel(bot, channel, claimed[:half])
        await deliver_in_channel(bot, channel, claimed[half:], closed)
        return
    users = dict.fromkeys(item.notification.user for item in claimed)
    mentions, is_ringing = mentions_of(claimed)
    place = place_of(claimed[0].about)
    outgoing = Outgoing(
        nonce=_nonce(claimed), content=said, silent=not is_ringing, mentions=mentions
    )
    try:
        await _post(bot, channel, place.guild, outgoing, claimed)
    except discord.HTTPException as error:
        if not is_final(error) or await doubt_place(bot, error, claimed):
            raise
        # A board may still be changed where nothing new may be said; whoever waits must hear of it.
        for user in users:
            theirs = [item for item in claimed if item.notification.user == user]
            if await _write(bot, user, theirs) is not Reached.YES:
                await _give_up(bot, theirs)


async def _post(
    bot: BoopBot,
    channel: ChannelId,
    guild: GuildId | None,
    outgoing: Outgoing,
    claimed: Sequence[Claimed],
) -> None:
    """Post a message and record it.

    One that is to be taken back is recorded first: if Discord takes it and its answer is lost, it
    is found all the same.
    """
    if any(item.notification.kind in PASSING for item in claimed):
        message, post = await post_recorded(bot, channel, guild, outgoing)
        await _record_sent(bot, claimed, channel, message, post)
        return
    place = bot.get_partial_messageable(channel, guild_id=guild)
    await _record_sent(bot, claimed, channel, MessageId((await post_once(place, outgoing)).id))


async def deliver_in_person(bot: BoopBot, user: UserId, claimed: Sequence[Claimed]) -> None:
    """Say it to one person in a direct message, else where each match lives."""
    services = bot.services.notifications
    reached = await _write(bot, user, claimed)
    if reached is Reached.YES:
        return
    is_news = reached is Reached.CLOSED and not await services.knows_of_closed(user)
    if any(item.notification.kind is NotificationKind.DIGEST for item in claimed):
        await services.enqueue_turns(user)
    placed: dict[ChannelId, list[Claimed]] = defaultdict(list)
    for item in claimed:
        if _has_place(item):
            placed[place_of(item.about).channel].append(item)
        elif await _leave_direct(bot, item):
            await services.put_back([item.notification])
        else:
            await _give_up(bot, [item])
    closed = [user] if is_news else []
    for channel, theirs in placed.items():
        await deliver_in_channel(bot, channel, theirs, closed)
        closed = []
    # Not before: where that fails they are written to once more, and then notified of it.
    if reached is Reached.CLOSED:
        await services.found_closed(user)
        if is_news and placed:
            await services.notified_of_closed(user)


async def unsay(
    bot: BoopBot,
    channel: ChannelId | None,
    message: MessageId | None,
    stale: Sequence[Claimed],
) -> None:
    """Take back what a message said: the lines that are answered, or the whole of it."""
    if channel is not None and message is not None:
        pending = await bot.services.notifications.notifications_in_message(message)
        try:
            text = await _text(bot, channel, pending) if pending else None
            if text is not None:
                await edit(bot, channel, None, message, Outgoing(text))
            else:
                await delete(bot, channel, None, message)
        except discord.HTTPException as error:
            if not is_final(error) and not is_gone(error):
                raise
        if not any(item.notification.kind in PASSING for item in pending):
            stale = [*stale, *pending]
    await bot.services.notifications.done([item.notification for item in stale])


async def _text(bot: BoopBot, channel: ChannelId, claimed: Sequence[Claimed]) -> str | None:
    """Say all of it as it is said in a place, in its language, or in somebody's own."""
    links = {item.notification.id: await _link(bot, item) for item in claimed}
    user = claimed[0].notification.user
    if not any(_has_place(item) and place_of(item.about).channel == channel for item in claimed):
        with speaking(await personal_languages(bot, user)):
            return await direct_text(bot, user, claimed, links)
    said = most_urgent(claimed)
    with speaking(await public_language(bot, guild_of(claimed[0].about))):
        lines = [
            notification_text(item.notification, item.about, links[item.notification.id])
            for item in said
        ]
    return "\n".join(dict.fromkeys(lines))


class Reached(Enum):
    """Whether a direct message reached its person."""

    YES = "yes"
    NO = "no"
    CLOSED = "closed"
    """They take none from us."""


async def _write(bot: BoopBot, user: UserId, claimed: Sequence[Claimed]) -> Reached:
    """Send somebody a direct message, if they take any from us."""
    links = {item.notification.id: await _link(bot, item) for item in claimed}
    with speaking(await personal_languages(bot, user)):
        text = await direct_text(bot, user, claimed, links)
    if text is None:
        # The list of a day on which there is nothing to list.
        await _give_up(bot, claimed)
        return Reached.YES
    outgoing = Outgoing(nonce=_nonce(claimed, user), content=text, silent=not _rings(claimed, user))
    try:
        await _post(bot, await direct_channel(bot, user), None, outgoing, claimed)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info(
            "direct message not delivered", notification=claimed[0].notification.id, code=error.code
        )
        return Reached.CLOSED if error.code == Code.DIRECT_MESSAGES_CLOSED else Reached.NO
    await bot.services.notifications.found_open(user)
    return Reached.YES


async def _record_sent(
    bot: BoopBot,
    claimed: Sequence[Claimed],
    channel: ChannelId,
    message: MessageId,
    post: PostId | None = None,
) -> None:
    """Record a message, so that it can be deleted once its notifications are settled.

    It is sent and has rung: as long as that cannot be stored, nothing else can be sent.
    """
    lost = [item for item in claimed if item.notification.kind is NotificationKind.BOARD_LOST]
    recorded = [item.notification for item in claimed if item not in lost]
    notifications = bot.services.notifications
    await bot.until_stored(lambda: notifications.sent(recorded, channel, message, post))
    await _give_up(bot, lost)


async def _give_up(bot: BoopBot, claimed: Sequence[Claimed]) -> None:
    """Record that nothing more is to be done; a board stays lost until it is found."""
    for item in claimed:
        if item.notification.kind is NotificationKind.BOARD_LOST:
            await bot.services.notifications.record_delivered(item.notification)
    await bot.services.notifications.done(
        [
            item.notification
            for item in claimed
            if item.notification.kind is not NotificationKind.BOARD_LOST
        ]
    )


def _has_place(item: Claimed) -> bool:
    match item.about:
        case Match():
            lives_there = item.about.venue.kind is not VenueKind.DIRECT
            return lives_there and item.notification.kind is not NotificationKind.BOARD_LOST
        case PostedChallenge():
            return not item.about.challenge.is_asked_in_person
        case None:
            return False
        case _:
            assert_never(item.about)


def mentions_of(claimed: Sequence[Claimed]) -> tuple[discord.AllowedMentions, bool]:
    """Return whom a message of these may mention, and whether it is to ring for anyone."""
    users = dict.fromkeys(item.notification.user for item in claimed)
    ringing = [user for user in users if _rings(claimed, user)]
    objects = [discord.Object(user) for user in ringing or users]
    return discord.AllowedMentions(users=objects, everyone=False, roles=False), bool(ringing)


def _rings(claimed: Sequence[Claimed], user: UserId) -> bool:
    return any(
        isinstance(item.decision, Send) and item.decision.sound is Sound.RINGS
        for item in claimed
        if item.notification.user == user
    )


def _nonce(claimed: Sequence[Claimed], to: UserId | None = None) -> str:
    """Return what Discord knows a repeat by: one that says no more and no less to the same."""
    numbers = sorted(item.notification.id for item in claimed)
    return "n" + blake2s(f"{to} {numbers}".encode(), digest_size=12).hexdigest()


async def _link(bot: BoopBot, item: Claimed) -> str:
    """Return the address of what a notification is about, for its person."""
    match item.about:
        case Match() if item.notification.kind is NotificationKind.BOARD_LOST:
            return message_link(item.about.venue.guild, item.about.venue.origin)
        case Match():
            work = await bot.services.outbox.work_of(item.about.id)
            return link_of(item.about, work, item.notification.user)
        case PostedChallenge():
            place = item.about.challenge.place
            return message_link(place.guild, place.channel, item.about.message)
        case None:
            return ""
        case _:
            assert_never(item.about)


IN_ONE: Final = 10
"""Notifications in one message at most; long ones are divided once more where it is said."""

IN_ONE_TO_PERSON: Final = 6
"""Notifications in one direct message at most, where each says besides which match it is about."""

AT_ONCE: Final = 8
"""Messages on their way at the same time."""


async def send_notifications(bot: BoopBot, shown: Mapping[MatchId, Revision]) -> None:
    """Deliver notifications of matches, as far as those are shown, in few messages."""
    notifications = bot.services.notifications
    taken = [await notifications.take_of_match(number, shown[number]) for number in sorted(shown)]
    await send(bot, [item for claimed in taken for item in claimed])


async def send_notifications_of_challenge(bot: BoopBot, number: ChallengeId) -> None:
    """Deliver the notifications of a challenge now."""
    await send(bot, await bot.services.notifications.take_of_challenge(number))


async def send(bot: BoopBot, claimed: Sequence[Claimed]) -> None:
    """Send each message of what was taken on; one that fails holds up no other."""
    claimed = await without_waiting(bot, claimed)
    room = asyncio.Semaphore(AT_ONCE)
    messages = _messages(bot, claimed)
    await asyncio.gather(*(_one(bot, room, said, message) for said, message in messages))
    await look_for_players(bot, claimed)


async def without_waiting(bot: BoopBot, claimed: Sequence[Claimed]) -> list[Claimed]:
    """Put back what cannot be sent now, and return the rest."""
    waiting = [item for item in claimed if await waits(bot, item)]
    await bot.services.notifications.put_back([item.notification for item in waiting])
    return [item for item in claimed if item not in waiting]


async def look_for_players(bot: BoopBot, claimed: Sequence[Claimed]) -> None:
    """Look soon whether those who were written to have left, of which Discord says nothing."""
    playing = [item.about for item in claimed if isinstance(item.decision, Send)]
    await bot.services.departures.look_soon(
        (match.venue.guild, user)
        for match in playing
        if isinstance(match, Match)
        for user in match.people
    )


async def _one(
    bot: BoopBot,
    room: asyncio.Semaphore,
    claimed: Sequence[Claimed],
    message: Coroutine[Any, Any, None],
) -> None:
    """Send one message; what it says is put back if that fails, and taken on again later.

    One that Discord holds up makes room for the next.
    """
    async with room:
        await bot.underway.run(partial(_deliver_or_put_back, bot, claimed, message))


async def _deliver_or_put_back(
    bot: BoopBot, claimed: Sequence[Claimed], message: Coroutine[Any, Any, None]
) -> None:
    try:
        await message
        return
    except FAILURES as error:
        _log.warning("notification not sent yet", reason=repr(error))
    except Exception:
        _log.exception("sending a notification failed")
    await bot.services.notifications.put_back([item.notification for item in claimed])


def _messages(
    bot: BoopBot, claimed: Sequence[Claimed]
) -> list[tuple[Sequence[Claimed], Coroutine[Any, Any, None]]]:
    """Return what is to be said and unsaid, each message once, with what it is about."""
    gone: dict[tuple[ChannelId | None, MessageId | None], list[Claimed]] = defaultdict(list)
    placed: dict[tuple[ChannelId, bool], list[Claimed]] = defaultdict(list)
    personal: dict[UserId, list[Claimed]] = defaultdict(list)
    for item in claimed:
        notification = item.notification
        if not isinstance(item.decision, Send):
            gone[notification.channel, notification.message].append(item)
        elif item.decision.route is Route.PERSON:
            personal[notification.user].append(item)
        else:
            # What stays is not said in a message that goes.
            placed[place_of(item.about).channel, notification.kind in PASSING].append(item)
    return [
        *((stale, unsay(bot, *message, stale)) for message, stale in gone.items()),
        *(
            (some, deliver_in_channel(bot, channel, some))
            for (channel, _), said in placed.items()
            for some in _parts(said)
        ),
        *(
            (some, deliver_in_person(bot, user, some))
            for user, said in personal.items()
            for some in _personal_parts(said)
        ),
    ]


def _personal_parts(said: Sequence[Claimed]) -> list[Sequence[Claimed]]:
    """Divide one person's notifications into messages; turns take little room, as a short list."""
    turns = [item for item in said if item.notification.kind in LISTED]
    others = [item for item in said if item.notification.kind not in LISTED]
    starts = range(IN_ONE_TO_PERSON, len(others), IN_ONE_TO_PERSON)
    rest = [others[start : start + IN_ONE_TO_PERSON] for start in starts]
    return [[*turns, *others[:IN_ONE_TO_PERSON]], *rest]


def _parts(said: Sequence[Claimed]) -> list[Sequence[Claimed]]:
    return [said[start : start + IN_ONE] for start in range(0, len(said), IN_ONE)]


async def waits(bot: BoopBot, item: Claimed) -> bool:
    """Return whether a notification waits: for its server, or for a board to be posted again."""
    match item.about:
        case Match():
            if waits_for_server(bot, item.about):
                return True
            match item.notification.kind:
                case NotificationKind.REMINDER:
                    return await repost_if_deleted(bot, item.about)
                case NotificationKind.MOVED:
                    return await _is_to_be_posted(bot, item.about, item.notification.user)
                case _:
                    return False
        case PostedChallenge():
            challenge = item.about.challenge
            return not challenge.is_asked_in_person and is_unavailable(bot, challenge.place.guild)
        case _:
            return False


async def _is_to_be_posted(bot: BoopBot, match: Match, user: UserId) -> bool:
    """Return whether there is no board yet to which somebody could be led."""
    work = await bot.services.outbox.work_of(match.id)
    return any(
        board.state is BoardState.LIVE and board.message is None and board.user in (None, user)
        for board in work.boards
    )


async def doubt_place(
    bot: BoopBot, error: discord.HTTPException, claimed: Sequence[Claimed]
) -> bool:
    """Have live matches go on elsewhere whose place is gone; return whether there are any.

    Their notifications wait until then.
    """
    if error.code != Code.UNKNOWN_CHANNEL:
        return False
    live = [
        item.about
        for item in claimed
        if isinstance(item.about, Match) and item.about.outcome is None
    ]
    for match in live:
        await bot.services.outbox.show_again(match.id)
    return bool(live)


async def repost_if_deleted(bot: BoopBot, match: Match) -> bool:
    """Have the live board of a match posted anew if it was deleted; return whether it was.

    Discord reports a deleted message to nobody who does not hear of every message.
    """
    work = await bot.services.outbox.work_of(match.id)
    for board in work.boards:
        if board.state is not BoardState.LIVE or board.channel is None or board.message is None:
            continue
        try:
            await bot.get_partial_messageable(board.channel).fetch_message(board.message)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                _log.info("board was deleted", match=match.id)
                await bot.services.outbox.show_again(match.id)
                return True
    return False


async def _leave_direct(bot: BoopBot, item: Claimed) -> bool:
    """Let a match leave direct messages that somebody has closed, and its notification with it.

    False where it does not live in them, or has nowhere else to go.
    """
    match = item.about
    if not isinstance(match, Match) or match.venue.kind is not VenueKind.DIRECT:
        return False
    if item.notification.kind is NotificationKind.BOARD_LOST or not await has_place_to_go(
        bot, match
    ):
        return False
    await bot.services.outbox.leave_direct(match.id)
    return True
