"""Send notifications to a channel or a user, record them, and delete them."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, Final, assert_never

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.queries import BoardState
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.kinds import PASSING, NotificationKind
from bot.features.notifications.policy import NotificationRoute, Send
from bot.features.notifications.service import ClaimedNotification, is_on_board
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    Direct,
    InServer,
    MatchId,
    MessageId,
    Place,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import speaking
from cogs.core.errors import FAILURES, Code, is_final, is_final_in_person, is_gone, is_passing
from cogs.core.outgoing import Outgoing
from cogs.delivery.availability import is_unavailable, waits_for_server
from cogs.delivery.posting import AT_ONCE, delete, edit, post_once, post_recorded
from cogs.delivery.venues import direct_channel, has_place_to_go
from cogs.wording.direct_text import LISTED, direct_text
from cogs.wording.links import link_of, message_link
from cogs.wording.notification_text import (
    closed_note,
    mentions_of,
    most_urgent,
    notification_place,
    notification_text,
    rings_for,
)
from cogs.wording.translating import personal_languages, public_language

LONGEST_MESSAGE: Final = 2000
"""Characters that Discord accepts in a message."""

_log: Final = structlog.get_logger(__name__)


async def deliver_in_channel(
    bot: BoopBot,
    channel: ChannelId,
    claimed: Sequence[ClaimedNotification],
    closed: Sequence[UserId] = (),
) -> None:
    """Send notifications where the match is played or the challenge was made, else directly.

    `closed` are users who do not accept direct messages; the message also tells them so.
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
        # The bot may still edit a board where it may not post, so tell the players directly.
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

    If the message is to be deleted later, record it first, so that it is found even if the response
    of Discord is lost.
    """
    if any(item.notification.kind in PASSING for item in claimed):
        message, post = await post_recorded(bot, place, outgoing)
        await _record_sent(bot, claimed, place.channel, message, post)
        return
    posted = await post_once(bot.get_partial_messageable(place.channel), outgoing)
    await _record_sent(bot, claimed, place.channel, MessageId(posted.id))


async def put_back(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Release notifications that may not have been delivered, once that can be stored.

    Until then they count as being sent.
    """
    notifications = [item.notification for item in claimed]
    await bot.until_stored(lambda: bot.services.notifications.put_back(notifications))


async def deliver_in_person(
    bot: BoopBot, user: UserId, claimed: Sequence[ClaimedNotification]
) -> None:
    """Send notifications to a user in a direct message, else where each match is played."""
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
    # Not earlier: if this fails, the user gets a direct message again, and then the notice.
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
    """Remove the settled lines from a message, or delete it."""
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
    """Return the text for a channel in its language, or for a user in theirs."""
    links = {item.notification.id: await _link(bot, item) for item in claimed}
    user = claimed[0].notification.user
    if not any(
        _has_place(item) and notification_place(item.about).channel == channel for item in claimed
    ):
        with speaking(await personal_languages(bot, user)):
            return await direct_text(bot, user, claimed, links)
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
    """Discord refuses it for a reason that may pass."""
    CLOSED = "closed"
    """The user does not accept our direct messages."""


async def _write(
    bot: BoopBot, user: UserId, claimed: Sequence[ClaimedNotification]
) -> DirectOutcome:
    """Send a user a direct message, if they accept ours."""
    links = {item.notification.id: await _link(bot, item) for item in claimed}
    with speaking(await personal_languages(bot, user)):
        text = await direct_text(bot, user, claimed, links)
    if text is None:
        # A daily list with nothing to list.
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
    """Record a message, so that it can be deleted once its notifications are settled.

    It has been sent and has rung. Until it can be recorded, nothing else is sent.
    """
    lost = [item for item in claimed if item.notification.kind is NotificationKind.BOARD_LOST]
    recorded = [item.notification for item in claimed if item not in lost]
    notifications = bot.services.notifications
    await bot.until_stored(lambda: notifications.sent(recorded, channel, message, post))
    await _give_up(bot, lost)


async def _give_up(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Record that nothing remains to be done. A lost board stays lost until it is found."""
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
    """Return the subject of a message with these notifications, to a user or a channel."""
    return f"notifications {numbers_of(claimed)} {to}"


def numbers_of(claimed: Sequence[ClaimedNotification]) -> list[int]:
    """Return the numbers of notifications."""
    return sorted(item.notification.id for item in claimed)


async def _link(bot: BoopBot, item: ClaimedNotification) -> str:
    """Return the link to what a notification is about, for its recipient."""
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


IN_ONE: Final = 10
"""The most notifications in one message. Long ones are split further."""

IN_ONE_TO_PERSON: Final = 6
"""The most notifications in one direct message, where each also names its match."""


async def send_notifications(bot: BoopBot, shown: Mapping[MatchId, Revision]) -> None:
    """Deliver the notifications of matches up to the shown revisions, in few messages."""
    notifications = bot.services.notifications
    taken = [await notifications.take_of_match(number, shown[number]) for number in sorted(shown)]
    await send(bot, [item for claimed in taken for item in claimed])


async def send_notifications_of_challenge(bot: BoopBot, number: ChallengeId) -> None:
    """Deliver the notifications of a challenge now."""
    await send(bot, await bot.services.notifications.take_of_challenge(number))


async def send(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Send the messages for claimed notifications. A failure does not stop the others."""
    claimed = await without_waiting(bot, claimed)
    room = asyncio.Semaphore(AT_ONCE)
    messages = _messages(bot, claimed)
    await asyncio.gather(
        *(_send_one(bot, room, notifications, message) for notifications, message in messages)
    )
    await look_for_players(bot, claimed)


async def without_waiting(
    bot: BoopBot, claimed: Sequence[ClaimedNotification]
) -> list[ClaimedNotification]:
    """Put back the notifications that cannot be sent now, and return the others."""
    waiting = [item for item in claimed if await waits(bot, item)]
    await put_back(bot, waiting)
    return [item for item in claimed if item not in waiting]


async def look_for_players(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Check soon whether the recipients have left, because Discord does not report it."""
    playing = [item.about for item in claimed if isinstance(item.decision, Send)]
    await bot.services.departures.look_soon(
        (match.venue.guild, user)
        for match in playing
        if isinstance(match, Match)
        for user in match.people
    )


async def _send_one(
    bot: BoopBot,
    room: asyncio.Semaphore,
    claimed: Sequence[ClaimedNotification],
    message: Coroutine[Any, Any, None],
) -> None:
    """Send one message. If it fails, put its notifications back for a later attempt.

    A message that Discord delays makes room for the next.
    """
    async with room:
        await bot.underway.run(partial(_deliver_or_put_back, bot, claimed, message))


async def _deliver_or_put_back(
    bot: BoopBot, claimed: Sequence[ClaimedNotification], message: Coroutine[Any, Any, None]
) -> None:
    try:
        await message
        return
    except FAILURES as error:
        _log.warning("notification not sent yet", reason=repr(error))
    except Exception:
        _log.exception("sending a notification failed")
    await put_back(bot, claimed)


def _messages(
    bot: BoopBot, claimed: Sequence[ClaimedNotification]
) -> list[tuple[Sequence[ClaimedNotification], Coroutine[Any, Any, None]]]:
    """Return the messages to send and to remove, each with its notifications."""
    gone: dict[tuple[ChannelId | None, MessageId | None], list[ClaimedNotification]] = defaultdict(
        list
    )
    placed: dict[tuple[ChannelId, bool], list[ClaimedNotification]] = defaultdict(list)
    personal: dict[UserId, list[ClaimedNotification]] = defaultdict(list)
    for item in claimed:
        notification = item.notification
        if not isinstance(item.decision, Send):
            gone[notification.channel, notification.message].append(item)
        elif item.decision.route is NotificationRoute.PERSON:
            personal[notification.user].append(item)
        else:
            # A message that will be deleted contains only passing notifications.
            placed[notification_place(item.about).channel, notification.kind in PASSING].append(
                item
            )
    return [
        *((stale, delete_settled(bot, *message, stale)) for message, stale in gone.items()),
        *(
            (some, deliver_in_channel(bot, channel, some))
            for (channel, _), notifications in placed.items()
            for some in _parts(notifications)
        ),
        *(
            (some, deliver_in_person(bot, user, some))
            for user, notifications in personal.items()
            for some in _personal_parts(notifications)
        ),
    ]


def _personal_parts(
    notifications: Sequence[ClaimedNotification],
) -> list[Sequence[ClaimedNotification]]:
    """Split the notifications of a user into messages. A list of turns takes little room."""
    turns = [item for item in notifications if item.notification.kind in LISTED]
    others = [item for item in notifications if item.notification.kind not in LISTED]
    starts = range(IN_ONE_TO_PERSON, len(others), IN_ONE_TO_PERSON)
    rest = [others[start : start + IN_ONE_TO_PERSON] for start in starts]
    return [[*turns, *others[:IN_ONE_TO_PERSON]], *rest]


def _parts(notifications: Sequence[ClaimedNotification]) -> list[Sequence[ClaimedNotification]]:
    return [notifications[start : start + IN_ONE] for start in range(0, len(notifications), IN_ONE)]


async def waits(bot: BoopBot, item: ClaimedNotification) -> bool:
    """Return whether a notification waits for its server, or for a board to be posted again."""
    match item.about:
        case Match():
            if waits_for_server(bot, item.about):
                return True
            match item.notification.kind:
                case NotificationKind.REMINDER:
                    return not is_on_board(item) and await repost_if_deleted(bot, item.about)
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
    """Return whether a player has no board yet to be led to."""
    work = await bot.services.boards.work_of(match.id)
    return any(
        board.state is BoardState.LIVE and board.message is None and board.user in (None, user)
        for board in work.boards
    )


async def doubt_place(
    bot: BoopBot, error: discord.HTTPException, claimed: Sequence[ClaimedNotification]
) -> bool:
    """Move live matches whose channel is gone. Return whether there are any.

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
        await bot.services.boards.show_again(match.id)
    return bool(live)


async def repost_if_deleted(bot: BoopBot, match: Match) -> bool:
    """Schedule reposting the live board of a match if it was deleted. Return whether it was.

    Discord reports deleted messages only with an intent that the bot does not have.
    """
    work = await bot.services.boards.work_of(match.id)
    for board in work.boards:
        if board.state is not BoardState.LIVE or board.channel is None or board.message is None:
            continue
        try:
            await bot.get_partial_messageable(board.channel).fetch_message(board.message)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                _log.info("board was deleted", match=match.id)
                await bot.services.boards.show_again(match.id)
                return True
    return False


async def _leave_direct(bot: BoopBot, item: ClaimedNotification) -> bool:
    """Move a match out of closed direct messages, and its notification with it.

    Return False if it is not played in them, or there is no other place.
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
