"""One message of what people are owed: sent where a match lives or in person, noted, taken back."""

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
from bot.features.notifications.service import Word, guild_of
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
from cogs.core.discord_codes import FAILURES, Code, is_final, is_gone, is_passing
from cogs.core.membership import is_out_of_reach, waits_for_server
from cogs.core.notification_text import (
    LISTED,
    closed_note,
    direct_text,
    most_urgent,
    notification_text,
    place_of,
)
from cogs.core.translating import public_language
from cogs.core.venues import direct_channel, has_place_to_go, link_of
from cogs.core.words import mention, message_link

LONGEST_MESSAGE: Final = 2000
"""Characters that Discord takes in a message."""

_log: Final = structlog.get_logger(__name__)


async def say_in_place(
    bot: BoopBot, channel: ChannelId, words: Sequence[Word], closed: Sequence[UserId] = ()
) -> None:
    """Say it where a match lives or a challenge was made, else in person.

    `closed` are the people who are told besides that they take no direct messages.
    """
    text = await _text(bot, channel, words)
    notes = [closed_note(user) for user in closed]
    said = "\n".join(filter(None, [text, *notes]))
    if len(said) > LONGEST_MESSAGE and len(words) > 1:
        half = len(words) // 2
        await say_in_place(bot, channel, words[:half])
        await say_in_place(bot, channel, words[half:], closed)
        return
    users = dict.fromkeys(word.notification.user for word in words)
    mentions, is_ringing = mentions_of(words)
    place = place_of(words[0].about)
    outgoing = Outgoing(nonce=_nonce(words), content=said, silent=not is_ringing, mentions=mentions)
    try:
        await _post(bot, channel, place.guild, outgoing, words)
    except discord.HTTPException as error:
        if not is_final(error) or await is_place_doubted(bot, error, words):
            raise
        # A bed may still be changed where nothing new may be said; whoever waits must hear of it.
        for user in users:
            theirs = [word for word in words if word.notification.user == user]
            if await _write(bot, user, theirs) is not Reached.YES:
                await _give_up(bot, theirs)


async def _post(
    bot: BoopBot,
    channel: ChannelId,
    guild: GuildId | None,
    outgoing: Outgoing,
    words: Sequence[Word],
) -> None:
    """Post a message and note it.

    One that is to be taken back is recorded first: if Discord takes it and its answer is lost, it
    is found all the same.
    """
    if any(word.notification.kind in PASSING for word in words):
        message, post = await post_recorded(bot, channel, guild, outgoing)
        await _note(bot, words, channel, message, post)
        return
    place = bot.get_partial_messageable(channel, guild_id=guild)
    await _note(bot, words, channel, MessageId((await post_once(place, outgoing)).id))


async def say_in_person(bot: BoopBot, user: UserId, words: Sequence[Word]) -> None:
    """Say it to one person in a direct message, else where each match lives."""
    services = bot.services.notifications
    reached = await _write(bot, user, words)
    if reached is Reached.YES:
        return
    untold = reached is Reached.CLOSED and not await services.knows_of_closed(user)
    if any(word.notification.kind is NotificationKind.DIGEST for word in words):
        await services.owe_turns(user)
    placed: dict[ChannelId, list[Word]] = defaultdict(list)
    for word in words:
        if _has_place(word):
            placed[place_of(word.about).channel].append(word)
        elif await _leave_direct(bot, word):
            await services.put_back([word.notification])
        else:
            await _give_up(bot, [word])
    closed = [user] if untold else []
    for channel, theirs in placed.items():
        await say_in_place(bot, channel, theirs, closed)
        closed = []
    # Not before: where that fails they are written to once more, and then told.
    if reached is Reached.CLOSED:
        await services.found_closed(user)
        if untold and placed:
            await services.told_closed(user)


async def unsay(
    bot: BoopBot, channel: ChannelId | None, message: MessageId | None, stale: Sequence[Word]
) -> None:
    """Take back what a message said: the lines that are answered, or the whole of it."""
    if channel is not None and message is not None:
        standing = await bot.services.notifications.standing_in(message)
        try:
            text = await _text(bot, channel, standing) if standing else None
            if text is not None:
                await edit(bot, channel, None, message, Outgoing(text))
            else:
                await delete(bot, channel, None, message)
        except discord.HTTPException as error:
            if not is_final(error) and not is_gone(error):
                raise
        if not any(word.notification.kind in PASSING for word in standing):
            stale = [*stale, *standing]
    await bot.services.notifications.done([word.notification for word in stale])


async def _text(bot: BoopBot, channel: ChannelId, words: Sequence[Word]) -> str | None:
    """Say all of it as it is said in a place, or in direct messages."""
    links = {word.notification.id: await _link(bot, word) for word in words}
    user = words[0].notification.user
    if not any(_has_place(word) and place_of(word.about).channel == channel for word in words):
        return await direct_text(bot, user, words, links)
    said = most_urgent(words)
    lines = [
        notification_text(word.notification, word.about, links[word.notification.id])
        for word in said
    ]
    return "\n".join(dict.fromkeys(lines))


class Reached(Enum):
    """Whether a direct message reached its person."""

    YES = "yes"
    NO = "no"
    CLOSED = "closed"
    """They take none from us."""


async def _write(bot: BoopBot, user: UserId, words: Sequence[Word]) -> Reached:
    """Send somebody a direct message, if they take any from us."""
    links = {word.notification.id: await _link(bot, word) for word in words}
    text = await direct_text(bot, user, words, links)
    if text is None:
        # The list of a day on which there is nothing to list.
        await _give_up(bot, words)
        return Reached.YES
    outgoing = Outgoing(nonce=_nonce(words, user), content=text, silent=not _rings(words, user))
    try:
        await _post(bot, await direct_channel(bot, user), None, outgoing, words)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info(
            "direct message not delivered", notification=words[0].notification.id, code=error.code
        )
        return Reached.CLOSED if error.code == Code.DIRECT_MESSAGES_CLOSED else Reached.NO
    await bot.services.notifications.found_open(user)
    return Reached.YES


async def _note(
    bot: BoopBot,
    words: Sequence[Word],
    channel: ChannelId,
    message: MessageId,
    post: PostId | None = None,
) -> None:
    """Note a message, of which what passes is taken back when it is answered."""
    lost = [word for word in words if word.notification.kind is NotificationKind.BOARD_LOST]
    user_of = [word.notification for word in words if word not in lost]
    await bot.services.notifications.sent(user_of, channel, message, post)
    await _give_up(bot, lost)


async def _give_up(bot: BoopBot, words: Sequence[Word]) -> None:
    """Note that nothing more is to be done; a bed stays lost until it is found."""
    for word in words:
        if word.notification.kind is NotificationKind.BOARD_LOST:
            await bot.services.notifications.told(word.notification)
    await bot.services.notifications.done(
        [
            word.notification
            for word in words
            if word.notification.kind is not NotificationKind.BOARD_LOST
        ]
    )


def _has_place(word: Word) -> bool:
    match word.about:
        case Match():
            lives_there = word.about.venue.kind is not VenueKind.DIRECT
            return lives_there and word.notification.kind is not NotificationKind.BOARD_LOST
        case PostedChallenge():
            return not word.about.challenge.is_asked_in_person
        case None:
            return False
        case _:
            assert_never(word.about)


def mentions_of(words: Sequence[Word]) -> tuple[discord.AllowedMentions, bool]:
    """Return whom a message that tells these may mention, and whether it is to ring for anyone."""
    users = dict.fromkeys(word.notification.user for word in words)
    ringing = [user for user in users if _rings(words, user)]
    objects = [discord.Object(user) for user in ringing or users]
    return discord.AllowedMentions(users=objects, everyone=False, roles=False), bool(ringing)


def board_text(words: Sequence[Word], owner: UserId | None = None) -> str:
    """Say what a board that is posted anew notifies people of; it needs no link to itself."""
    addressed = None if owner is None else mention(owner)
    lines = [
        notification_text(word.notification, word.about, "", addressed).rstrip(": ")
        for word in most_urgent(words)
    ]
    return "\n".join(dict.fromkeys(lines))


def _rings(words: Sequence[Word], user: UserId) -> bool:
    return any(
        isinstance(word.verdict, Send) and word.verdict.sound is Sound.RINGS
        for word in words
        if word.notification.user == user
    )


def _nonce(words: Sequence[Word], to: UserId | None = None) -> str:
    """Return what Discord knows a repeat by: one that says no more and no less to the same."""
    numbers = sorted(word.notification.id for word in words)
    return "n" + blake2s(f"{to} {numbers}".encode(), digest_size=12).hexdigest()


async def _link(bot: BoopBot, word: Word) -> str:
    """Return the address of what a notification is about, for its person."""
    match word.about:
        case Match() if word.notification.kind is NotificationKind.BOARD_LOST:
            return message_link(word.about.venue.guild, word.about.venue.origin)
        case Match():
            work = await bot.services.outbox.work_of(word.about.id)
            return link_of(word.about, work, word.notification.user)
        case PostedChallenge():
            place = word.about.challenge.place
            return message_link(place.guild, place.channel, word.about.message)
        case None:
            return ""
        case _:
            assert_never(word.about)


IN_ONE: Final = 10
"""Notifications in one message at most; long ones are divided once more where it is said."""

IN_ONE_TO_PERSON: Final = 6
"""Notifications in one direct message at most, where each says besides which match it is about."""

AT_ONCE: Final = 8
"""Messages on their way at the same time."""


async def send_notifications(bot: BoopBot, shown: Mapping[MatchId, Revision]) -> None:
    """Tell what is owed of some matches, as far as they are shown, in as few messages as can be."""
    notifications = bot.services.notifications
    taken = [await notifications.take_of_match(number, shown[number]) for number in sorted(shown)]
    await send(bot, [word for words in taken for word in words])


async def send_notifications_of_challenge(bot: BoopBot, number: ChallengeId) -> None:
    """Tell what is owed of a challenge now."""
    await send(bot, await bot.services.notifications.take_of_challenge(number))


async def send(bot: BoopBot, words: Sequence[Word]) -> None:
    """Send each message of what was taken on; one that fails holds up no other."""
    words = await without_waiting(bot, words)
    room = asyncio.Semaphore(AT_ONCE)
    messages = _messages(bot, words)
    await asyncio.gather(*(_one(bot, room, said, message) for said, message in messages))
    await look_for_players(bot, words)


async def without_waiting(bot: BoopBot, words: Sequence[Word]) -> list[Word]:
    """Put back what cannot be told now, and return the rest."""
    waiting = [word for word in words if await waits(bot, word)]
    await bot.services.notifications.put_back([word.notification for word in waiting])
    return [word for word in words if word not in waiting]


async def look_for_players(bot: BoopBot, words: Sequence[Word]) -> None:
    """Look soon whether those who were written to have left, of which Discord says nothing."""
    playing = [word.about for word in words if isinstance(word.verdict, Send)]
    await bot.services.departures.look_soon(
        (match.venue.guild, user)
        for match in playing
        if isinstance(match, Match)
        for user in match.people
    )


async def _one(
    bot: BoopBot,
    room: asyncio.Semaphore,
    words: Sequence[Word],
    message: Coroutine[Any, Any, None],
) -> None:
    """Send one message; what it says is put back if that fails, and taken on again later.

    One that Discord holds up makes room for the next.
    """
    language = public_language(bot, guild_of(words[0].about))
    async with room:
        with speaking(language):
            await bot.underway.run(partial(_said_or_put_back, bot, words, message))


async def _said_or_put_back(
    bot: BoopBot, words: Sequence[Word], message: Coroutine[Any, Any, None]
) -> None:
    try:
        await message
        return
    except FAILURES as error:
        _log.warning("notification not sent yet", reason=repr(error))
    except Exception:
        _log.exception("sending a notification failed")
    await bot.services.notifications.put_back([word.notification for word in words])


def _messages(
    bot: BoopBot, words: Sequence[Word]
) -> list[tuple[Sequence[Word], Coroutine[Any, Any, None]]]:
    """Return what is to be said and unsaid, each message once, with what it is about."""
    gone: dict[tuple[ChannelId | None, MessageId | None], list[Word]] = defaultdict(list)
    placed: dict[tuple[ChannelId, bool], list[Word]] = defaultdict(list)
    personal: dict[UserId, list[Word]] = defaultdict(list)
    for word in words:
        notification = word.notification
        if not isinstance(word.verdict, Send):
            gone[notification.channel, notification.message].append(word)
        elif word.verdict.route is Route.PERSON:
            personal[notification.user].append(word)
        else:
            # What stays is not said in a message that goes.
            placed[place_of(word.about).channel, notification.kind in PASSING].append(word)
    return [
        *((stale, unsay(bot, *message, stale)) for message, stale in gone.items()),
        *(
            (some, say_in_place(bot, channel, some))
            for (channel, _), said in placed.items()
            for some in _parts(said)
        ),
        *(
            (some, say_in_person(bot, user, some))
            for user, said in personal.items()
            for some in _personal_parts(said)
        ),
    ]


def _personal_parts(said: Sequence[Word]) -> list[Sequence[Word]]:
    """Divide what one person is told into messages; turns take little room, as a short list."""
    turns = [word for word in said if word.notification.kind in LISTED]
    others = [word for word in said if word.notification.kind not in LISTED]
    starts = range(IN_ONE_TO_PERSON, len(others), IN_ONE_TO_PERSON)
    rest = [others[start : start + IN_ONE_TO_PERSON] for start in starts]
    return [[*turns, *others[:IN_ONE_TO_PERSON]], *rest]


def _parts(said: Sequence[Word]) -> list[Sequence[Word]]:
    return [said[start : start + IN_ONE] for start in range(0, len(said), IN_ONE)]


async def waits(bot: BoopBot, word: Word) -> bool:
    """Return whether a notification waits: for its server, or for a board to be posted again."""
    match word.about:
        case Match():
            if waits_for_server(bot, word.about):
                return True
            match word.notification.kind:
                case NotificationKind.REMINDER:
                    return await is_posted_anew(bot, word.about)
                case NotificationKind.MOVED:
                    return await _is_to_be_posted(bot, word.about, word.notification.user)
                case _:
                    return False
        case PostedChallenge():
            challenge = word.about.challenge
            return not challenge.is_asked_in_person and is_out_of_reach(bot, challenge.place.guild)
        case _:
            return False


async def _is_to_be_posted(bot: BoopBot, match: Match, user: UserId) -> bool:
    """Return whether there is no bed yet to which somebody could be led."""
    work = await bot.services.outbox.work_of(match.id)
    return any(
        board.state is BoardState.LIVE and board.message is None and board.user in (None, user)
        for board in work.boards
    )


async def is_place_doubted(
    bot: BoopBot, error: discord.HTTPException, words: Sequence[Word]
) -> bool:
    """Have live matches go on elsewhere whose place was found to be gone; their words wait."""
    if error.code != Code.UNKNOWN_CHANNEL:
        return False
    live = [
        word.about for word in words if isinstance(word.about, Match) and word.about.outcome is None
    ]
    for match in live:
        await bot.services.outbox.show_again(match.id)
    return bool(live)


async def is_posted_anew(bot: BoopBot, match: Match) -> bool:
    """Look whether the live bed of a match was deleted; then it is due to be posted anew.

    Discord tells nobody of a deleted message who does not hear of every message.
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


async def _leave_direct(bot: BoopBot, word: Word) -> bool:
    """Let a match leave direct messages that somebody has closed, and its notification with it.

    False where it does not live in them, or has nowhere else to go.
    """
    match = word.about
    if not isinstance(match, Match) or match.venue.kind is not VenueKind.DIRECT:
        return False
    if word.notification.kind is NotificationKind.BOARD_LOST or not await has_place_to_go(
        bot, match
    ):
        return False
    await bot.services.outbox.leave_direct(match.id)
    return True
