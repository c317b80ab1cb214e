"""Sending the short messages that are owed to people, and taking back those that were answered.

What is due at once goes out in as few messages as can be: one where a match lives, one to a
person.
"""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Final

import structlog

from bot.app import BoopBot
from bot.host.judging import Route, Send
from bot.host.notices import Word
from bot.match.identity import ChallengeId, ChannelId, MatchId, MessageId, UserId
from bot.match.match import Match
from bot.store.notices import PASSING
from cogs.ui.direct_notices import LISTED
from cogs.ui.discord_codes import FAILURES
from cogs.ui.healing import waits
from cogs.ui.notices import place_of
from cogs.ui.saying import say_in_person, say_in_place, unsay

IN_ONE: Final = 10
"""Notices in one message at most; long ones are divided once more where it is said."""

IN_ONE_TO_PERSON: Final = 6
"""Notices in one direct message at most, where each says besides which match it is about."""

AT_ONCE: Final = 8
"""Messages on their way at the same time."""

_log: Final = structlog.get_logger(__name__)


async def send_notices(bot: BoopBot, numbers: Iterable[MatchId]) -> None:
    """Tell what is owed of some matches now, in as few messages as can be."""
    taken = [await bot.host.notices.take_of_match(number) for number in numbers]
    await _send(bot, [word for words in taken for word in words])


async def send_notices_of_challenge(bot: BoopBot, number: ChallengeId) -> None:
    """Tell what is owed of a challenge now."""
    await _send(bot, await bot.host.notices.take_of_challenge(number))


async def send_due(bot: BoopBot, most: int) -> int:
    """Tell what is due, about so many notices at most, and give how many there were."""
    async with bot.working():
        words = await bot.host.notices.take_due(most)
        await _send(bot, words)
    return len(words)


async def _send(bot: BoopBot, words: Sequence[Word]) -> None:
    """Send each message of what was taken on; one that fails holds up no other."""
    waiting = [word for word in words if await waits(bot, word)]
    await bot.host.notices.put_back([word.notice for word in waiting])
    words = [word for word in words if word not in waiting]
    room = asyncio.Semaphore(AT_ONCE)
    messages = _messages(bot, words)
    await asyncio.gather(*(_one(bot, room, said, message) for said, message in messages))
    # Whoever is written to may have left, of which Discord says nothing.
    playing = [word.about for word in words if isinstance(word.verdict, Send)]
    await bot.host.departures.look_soon(
        (match.home.guild, user)
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
    async with room:
        await bot.underway.run(partial(_said_or_put_back, bot, words, message))


async def _said_or_put_back(
    bot: BoopBot, words: Sequence[Word], message: Coroutine[Any, Any, None]
) -> None:
    try:
        await message
        return
    except FAILURES as error:
        _log.warning("notice not sent yet", reason=repr(error))
    except Exception:
        _log.exception("notice not sent")
    await bot.host.notices.put_back([word.notice for word in words])


def _messages(
    bot: BoopBot, words: Sequence[Word]
) -> list[tuple[Sequence[Word], Coroutine[Any, Any, None]]]:
    """Give what is to be said and unsaid, each message once, with what it is about."""
    gone: dict[tuple[ChannelId | None, MessageId | None], list[Word]] = defaultdict(list)
    placed: dict[tuple[ChannelId, bool], list[Word]] = defaultdict(list)
    personal: dict[UserId, list[Word]] = defaultdict(list)
    for word in words:
        notice = word.notice
        if not isinstance(word.verdict, Send):
            gone[notice.channel, notice.message].append(word)
        elif word.verdict.route is Route.PERSON:
            personal[notice.user].append(word)
        else:
            # What stays is not said in a message that goes.
            placed[place_of(word.about).channel, notice.kind in PASSING].append(word)
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
    turns = [word for word in said if word.notice.kind in LISTED]
    others = [word for word in said if word.notice.kind not in LISTED]
    starts = range(IN_ONE_TO_PERSON, len(others), IN_ONE_TO_PERSON)
    rest = [others[start : start + IN_ONE_TO_PERSON] for start in starts]
    return [[*turns, *others[:IN_ONE_TO_PERSON]], *rest]


def _parts(said: Sequence[Word]) -> list[Sequence[Word]]:
    return [said[start : start + IN_ONE] for start in range(0, len(said), IN_ONE)]
