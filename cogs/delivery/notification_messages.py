"""Sends messages with notifications to a channel or a user, records them, and deletes them."""

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from typing import Final, assert_never

import discord
import structlog

from bot.app import BoopBot
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.kinds import PASSING, NotificationKind
from bot.features.notifications.service import ClaimedNotification
from bot.features.notifications.subjects import Subject
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import ChannelId, Direct, InServer, MessageId, Place, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import speaking
from cogs.core.errors import Code, is_final, is_final_in_person, is_gone, is_passing
from cogs.core.outgoing import Outgoing
from cogs.delivery.posting import delete, edit, post_once, post_recorded
from cogs.delivery.venues import direct_channel, has_place_to_go
from cogs.wording.direct_message_text import direct_message_text
from cogs.wording.links import link_of, message_link
from cogs.wording.notification_text import (
    closed_note,
    mentions_of,
    most_urgent,
    notification_text,
    rings_for,
)
from cogs.wording.translating import personal_languages, public_language

_log: Final = structlog.get_logger(__name__)

LONGEST_MESSAGE: Final = 2000
"""Characters that Discord accepts in a message."""


async def deliver_in_channel(
    bot: BoopBot,
    channel: ChannelId,
    claimed: Sequence[ClaimedNotification],
    closed: Sequence[UserId] = (),
) -> None:
    """Send notifications to the channel of a match or a challenge, else as direct messages.

    `closed` are users who do not accept direct messages. The message also tells them so.
    """
    text = await _text(bot, channel, claimed)
    with speaking(await public_language(bot, notification_place(claimed[0].about).guild)):
        notes = [closed_note(user) for user in closed]
    content = "\n".join(filter(None, [text, *notes]))
    if len(content) > LONGEST_MESSAGE and len(claimed) > 1:
        half = len(claimed) // 2
        await deliver_in_channel(bot, channel, claimed[:half])
        await deliver_in_channel(bot, channel, claimed[half:], closed)
        return
    users = dict.fromkeys(item.notification.user for item in claimed)
    mentions, is_ringing = mentions_of(claimed)
    place = notification_place(claimed[0].about)
    outgoing = Outgoing(
        subject=_subject(claimed), content=content, silent=not is_ringing, mentions=mentions
    )
    try:
        await _post(bot, InServer(place.guild, channel), outgoing, claimed)
    except discord.HTTPException as error:
        if not is_final(error) or await doubt_place(bot, error, claimed):
            raise
        # The bot may edit a board here although it may not post, so the match goes on. Tell the
        # players by direct message.
        for user in users:
            theirs = [item for item in claimed if item.notification.user == user]
            if await _write(bot, user, theirs) is not DirectOutcome.YES:
                await _give_up(bot, theirs)


async def _post(
    bot: BoopBot,
    place: Place,
    outgoing: Outgoing,
    claimed: Sequence[ClaimedNotification],
) -> None:
    """Post a message and record it.

    If the message will be deleted later, record it first, so that the bot finds it even if
    Discord's response is lost.
    """
    if any(item.notification.kind in PASSING for item in claimed):
        message, post = await post_recorded(bot, place, outgoing)
        await _record_sent(bot, claimed, place.channel, message, post)
        return
    posted = await post_once(bot.get_partial_messageable(place.channel), outgoing)
    await _record_sent(bot, claimed, place.channel, MessageId(posted.id))


async def put_back(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Release notifications that may not have been delivered. Retry until that is stored.

    Until then they count as being sent.
    """
    notifications = [item.notification for item in claimed]
    await bot.until_stored(lambda: bot.services.notifications.put_back(notifications))


async def deliver_in_person(
    bot: BoopBot, user: UserId, claimed: Sequence[ClaimedNotification]
) -> None:
    """Send notifications to a user in a direct message, else to the venue of each match."""
    direct_messages = bot.services.direct_messages
    reached = await _write(bot, user, claimed)
    if reached is DirectOutcome.YES:
        return
    is_news = reached is DirectOutcome.CLOSED and not await direct_messages.was_notified(user)
    if any(item.notification.kind is NotificationKind.DIGEST for item in claimed):
        await bot.services.notifications.enqueue_turns(user)
    placed: dict[ChannelId, list[ClaimedNotification]] = defaultdict(list)
    for item in claimed:
        if _has_place(item):
            placed[notification_place(item.about).channel].append(item)
        elif reached is DirectOutcome.NOT_NOW or await _leave_direct(bot, item):
            await put_back(bot, [item])
        else:
            await _give_up(bot, [item])
    closed = [user] if is_news else []
    for channel, theirs in placed.items():
        await deliver_in_channel(bot, channel, theirs, closed)
        closed = []
    # Record this last. If sending fails, the next attempt tries a direct message again, and still
    # has to tell the user that direct messages are closed.
    if reached is DirectOutcome.CLOSED:
        await direct_messages.record_closed(user)
        if is_news and placed:
            await direct_messages.record_notified(user)


async def delete_settled(
    bot: BoopBot,
    channel: ChannelId | None,
    message: MessageId | None,
    stale: Sequence[ClaimedNotification],
) -> None:
    """Remove the settled lines from a message, or delete it if no line is left."""
    if channel is not None and message is not None:
        pending = await bot.services.notifications.notifications_in_message(message)
        try:
            text = await _text(bot, channel, pending) if pending else None
            if text is not None:
                await edit(bot, channel, message, Outgoing(text))
            else:
                await delete(bot, channel, message)
        except discord.HTTPException as error:
            if not is_final(error) and not is_gone(error):
                raise
        if not any(item.notification.kind in PASSING for item in pending):
            stale = [*stale, *pending]
    await bot.services.notifications.done([item.notification for item in stale])


async def _text(
    bot: BoopBot, channel: ChannelId, claimed: Sequence[ClaimedNotification]
) -> str | None:
    """Return the text for a channel in its server's language, or for a user in the user's own."""
    links = {item.notification.id: await _link(bot, item) for item in claimed}
    user = claimed[0].notification.user
    if not any(
        _has_place(item) and notification_place(item.about).channel == channel for item in claimed
    ):
        with speaking(await personal_languages(bot, user)):
            return await direct_message_text(bot, user, claimed, links)
    urgent = most_urgent(claimed)
    with speaking(await public_language(bot, notification_place(claimed[0].about).guild)):
        lines = [
            notification_text(item.notification, item.about, links[item.notification.id])
            for item in urgent
        ]
    return "\n".join(dict.fromkeys(lines))


class DirectOutcome(Enum):
    """Whether a direct message reached the user."""

    YES = "yes"
    NO = "no"
    NOT_NOW = "later"
    """Discord refuses the message for a reason that may pass."""
    CLOSED = "closed"
    """The user does not accept direct messages of the bot."""


async def _write(
    bot: BoopBot, user: UserId, claimed: Sequence[ClaimedNotification]
) -> DirectOutcome:
    """Send a user a direct message, and record it. Return whether the user got it."""
    links = {item.notification.id: await _link(bot, item) for item in claimed}
    with speaking(await personal_languages(bot, user)):
        text = await direct_message_text(bot, user, claimed, links)
    if text is None:
        # The only notification is a daily list, and its list is empty.
        await _give_up(bot, claimed)
        return DirectOutcome.YES
    outgoing = Outgoing(
        subject=_subject(claimed, user), content=text, silent=not rings_for(claimed, user)
    )
    try:
        channel = await direct_channel(bot, user)
        await _post(bot, Direct(user, channel), outgoing, claimed)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info(
            "direct message not delivered", notification=claimed[0].notification.id, code=error.code
        )
        if not is_final_in_person(error):
            return DirectOutcome.NOT_NOW
        return (
            DirectOutcome.CLOSED if error.code == Code.DIRECT_MESSAGES_CLOSED else DirectOutcome.NO
        )
    await bot.services.direct_messages.record_open(user)
    return DirectOutcome.YES


async def _record_sent(
    bot: BoopBot,
    claimed: Sequence[ClaimedNotification],
    channel: ChannelId,
    message: MessageId,
    post: OutboxEntry | None = None,
) -> None:
    """Record a message, so that it can be deleted when its notifications are settled.

    The message has already reached the user, so retry until it is recorded. Nothing else is sent
    before that.
    """
    lost = [item for item in claimed if item.notification.kind is NotificationKind.BOARD_LOST]
    recorded = [item.notification for item in claimed if item not in lost]
    notifications = bot.services.notifications
    await bot.until_stored(lambda: notifications.sent(recorded, channel, message, post))
    await _give_up(bot, lost)


async def _give_up(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Settle notifications that need no message. One about a lost board stays until it is found."""
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


def notification_place(about: Subject) -> InServer:
    """Return the channel for notifications about a subject. Raise `ValueError` if it has none."""
    match about:
        case Match():
            return InServer(about.venue.guild, about.venue.channel or about.venue.origin)
        case PostedChallenge():
            return about.challenge.place
        case None:
            raise ValueError("a list of many matches has no place")
        case _:
            assert_never(about)


def _has_place(item: ClaimedNotification) -> bool:
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


def _subject(claimed: Sequence[ClaimedNotification], to: UserId | None = None) -> str:
    """Return the `subject` of a message with these notifications; `to` is None for a channel."""
    return f"notifications {numbers_of(claimed)} {to}"


def numbers_of(claimed: Sequence[ClaimedNotification]) -> list[int]:
    """Return the ids of notifications, in order."""
    return sorted(item.notification.id for item in claimed)


async def _link(bot: BoopBot, item: ClaimedNotification) -> str:
    """Return the link to the match or challenge of a notification, for its recipient."""
    match item.about:
        case Match() if item.notification.kind is NotificationKind.BOARD_LOST:
            return message_link(item.about.venue.offered_in)
        case Match():
            work = await bot.services.boards.work_of(item.about.id)
            return link_of(item.about, work, item.notification.user)
        case PostedChallenge():
            return message_link(item.about.challenge.place, item.about.message)
        case None:
            return ""
        case _:
            assert_never(item.about)


async def doubt_place(
    bot: BoopBot, error: discord.HTTPException, claimed: Sequence[ClaimedNotification]
) -> bool:
    """If the channel is gone, show its live matches again, which moves them.

    Return whether there are any. Their notifications wait until then.
    """
    if error.code != Code.UNKNOWN_CHANNEL:
        return False
    live = [
        item.about
        for item in claimed
        if isinstance(item.about, Match) and item.about.outcome is None
    ]
    for match in live:
        await bot.services.boards.show_again(match.id)
    return bool(live)


async def _leave_direct(bot: BoopBot, item: ClaimedNotification) -> bool:
    """Move a match, and with it its notification, out of closed direct messages.

    Return False if the match is not played in them, or has no other place.
    """
    match = item.about
    if not isinstance(match, Match) or match.venue.kind is not VenueKind.DIRECT:
        return False
    if item.notification.kind is NotificationKind.BOARD_LOST or not await has_place_to_go(
        bot, match
    ):
        return False
    await bot.services.boards.leave_direct(match.id)
    return True
