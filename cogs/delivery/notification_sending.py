"""Decides which notifications to send now, and in which messages."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Final

import structlog

from bot.app import BoopBot
from bot.features.boards.queries import BoardState
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.kinds import PASSING, NotificationKind
from bot.features.notifications.policy import NotificationRoute, Send
from bot.features.notifications.service import ClaimedNotification, is_on_board
from bot.match.identity import ChallengeId, ChannelId, MatchId, MessageId, Revision, UserId
from bot.match.match import Match
from cogs.core.errors import FAILURES
from cogs.delivery.availability import is_unavailable, waits_for_server
from cogs.delivery.notification_messages import (
    delete_settled,
    deliver_in_channel,
    deliver_in_person,
    notification_place,
    put_back,
)
from cogs.delivery.posting import AT_ONCE
from cogs.delivery.reposting import repost_if_deleted
from cogs.wording.direct_message_text import LISTED

_log: Final = structlog.get_logger(__name__)

IN_ONE: Final = 10
"""The most notifications in one message. A message that is too long is split further."""
IN_ONE_TO_PERSON: Final = 6
"""The most notifications in one direct message, because each one also names its match there."""


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
    """Check soon whether players of these matches have left, because Discord does not report it."""
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

    If Discord delays the message, it gives up its place in `room` for the next one.
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
    """Return the coroutines that send or remove a message, each with its notifications."""
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
            # A message with passing notifications contains no others, because it will be deleted.
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
    """Split the notifications of a user into messages. The first has all turns, in short lines."""
    turns = [item for item in notifications if item.notification.kind in LISTED]
    others = [item for item in notifications if item.notification.kind not in LISTED]
    starts = range(IN_ONE_TO_PERSON, len(others), IN_ONE_TO_PERSON)
    rest = [others[start : start + IN_ONE_TO_PERSON] for start in starts]
    return [[*turns, *others[:IN_ONE_TO_PERSON]], *rest]


def _parts(notifications: Sequence[ClaimedNotification]) -> list[Sequence[ClaimedNotification]]:
    return [notifications[start : start + IN_ONE] for start in range(0, len(notifications), IN_ONE)]


async def waits(bot: BoopBot, item: ClaimedNotification) -> bool:
    """Return whether a notification waits for its server, or for a board to be reposted."""
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
    """Return whether a player's board is still to be posted, so that no link can lead to it."""
    work = await bot.services.boards.work_of(match.id)
    return any(
        board.state is BoardState.LIVE and board.message is None and board.user in (None, user)
        for board in work.boards
    )
