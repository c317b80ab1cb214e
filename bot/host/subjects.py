"""What notices are about and whom they are for, read in the transaction that takes them on."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from bot.host.judging import DirectMessages, Listener
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, UserId
from bot.match.match import Match
from bot.match.settings import Pings
from bot.store import challenges, closed, matches, preferences, servers
from bot.store.challenges import PostedChallenge
from bot.store.database import Reading
from bot.store.notices import Notice

CLOSED_FOR: Final = 7 * DAY
"""Seconds until direct messages are tried again that were found closed."""

Subject = Match | PostedChallenge | None
"""What a notice is about; `None` for a list of many matches."""


async def read_subjects(reading: Reading, due: Sequence[Notice]) -> list[Subject | BaseException]:
    """Give what each notice is about, or what came of reading it.

    It is read with the notices: none may be told of a match as it was before what it is about.
    """
    return await asyncio.gather(
        *(_read_subject(reading, notice) for notice in due), return_exceptions=True
    )


async def _read_subject(reading: Reading, notice: Notice) -> Subject:
    if notice.match is not None:
        return await matches.find(reading, notice.match)
    if notice.challenge is not None:
        return await challenges.find(reading, notice.challenge)
    return None


def guild_of(subject: Subject) -> GuildId | None:
    """Give the server in which something goes on; none for a list of many matches."""
    match subject:
        case Match():
            return subject.home.guild
        case PostedChallenge():
            return subject.challenge.place.guild
        case None:
            return None
        case _:
            assert_never(subject)


async def read_pings(
    reading: Reading, subjects: Iterable[Subject | BaseException]
) -> dict[GuildId, Pings]:
    """Give what each server of these allows."""
    sound = [subject for subject in subjects if not isinstance(subject, BaseException)]
    found = {guild_of(subject) for subject in sound}
    guilds = [guild for guild in found if guild is not None]
    settings = await asyncio.gather(*(servers.find(reading, guild) for guild in guilds))
    return {guild: each.pings for guild, each in zip(guilds, settings, strict=True)}


async def read_listeners(
    reading: Reading, people: Iterable[UserId], now: Instant
) -> dict[UserId, Listener]:
    """Give what is known of each of these people."""
    users = list(dict.fromkeys(people))
    found = await asyncio.gather(*(_read_listener(reading, user, now) for user in users))
    return dict(zip(users, found, strict=True))


async def _read_listener(reading: Reading, user: UserId, now: Instant) -> Listener:
    preferred, closed_at = await asyncio.gather(
        preferences.find(reading, user), closed.since(reading, user)
    )
    is_closed = closed_at is not None and now < closed_at + CLOSED_FOR
    messages = DirectMessages.CLOSED if is_closed else DirectMessages.OPEN
    return Listener(preferred.telling, messages)
