"""The subjects of notifications, and the facts about their recipients."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, assert_never

from bot.db.database import Reading
from bot.db.statements import Statement, execute
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.queries import PostedChallenge
from bot.features.matches import queries as match_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.policy import Listener, messages_state
from bot.features.notifications.queries import Notification
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import Preferences
from bot.features.settings.server import Pings
from bot.match.challenge import Challenge
from bot.match.identity import GuildId, Instant, UserId
from bot.match.match import Match

Subject = Match | PostedChallenge | None
"""The subject of a notification; `None` for a list of several matches."""


async def read_subjects(
    reading: Reading, due: Sequence[Notification]
) -> list[Subject | BaseException]:
    """Return the subject of each notification, or the error from reading it.

    Call this in the transaction that reads the notifications, so that no subject is older than its
    notification.
    """
    return await asyncio.gather(
        *(_read_subject(reading, notification) for notification in due), return_exceptions=True
    )


async def _read_subject(reading: Reading, notification: Notification) -> Subject:
    if notification.match is not None:
        return await match_queries.find(reading, notification.match)
    if notification.challenge is not None:
        return await challenge_queries.find(reading, notification.challenge)
    return None


def guild_of(subject: Subject) -> GuildId | None:
    """Return the server of a subject; `None` for a list of several matches."""
    match subject:
        case Match():
            return subject.venue.guild
        case PostedChallenge():
            return subject.challenge.place.guild
        case None:
            return None
        case _:
            assert_never(subject)


@dataclass(frozen=True, slots=True)
class KnownAudience:
    """The facts about the recipients of notifications, and the servers of their subjects."""

    listeners: Mapping[UserId, Listener]
    pings: Mapping[GuildId, Pings]


@dataclass(frozen=True, slots=True)
class AudienceQuery:
    """The users and servers of an audience, read in one trip with other statements."""

    users: Sequence[UserId]
    guilds: Sequence[GuildId]

    def statements(self, reading: Reading) -> list[Statement[Any]]:
        """Return the statements that yield the `answers` for `read`."""
        return [
            *(settings_queries.find_preferences(reading, user) for user in self.users),
            *(notification_queries.closed_since(reading, user) for user in self.users),
            *(settings_queries.find(reading, guild) for guild in self.guilds),
        ]

    def read(self, answers: Iterable[Any], now: Instant) -> KnownAudience:
        """Return the audience from the results of the statements."""
        found = iter(answers)
        preferred, closed = (list(islice(found, len(self.users))) for _ in range(2))
        listeners = {
            user: _listener(preferences, closed_at, now)
            for user, preferences, closed_at in zip(self.users, preferred, closed, strict=True)
        }
        return KnownAudience(
            listeners, {guild: each.pings for guild, each in zip(self.guilds, found, strict=True)}
        )


async def read_audience(
    reading: Reading,
    people: Iterable[UserId],
    subjects: Iterable[Subject | BaseException],
    now: Instant,
) -> KnownAudience:
    """Read the facts about these users, and the pings in the subjects' servers, in one trip."""
    servers = {guild_of(each) for each in subjects if not isinstance(each, BaseException)}
    guilds = [guild for guild in servers if guild is not None]
    query = AudienceQuery(list(dict.fromkeys(people)), guilds)
    return query.read(await execute(*query.statements(reading)), now)


def _listener(preferences: Preferences, closed_at: Instant | None, now: Instant) -> Listener:
    return Listener(preferences.notifications, messages_state(closed_at, now))


def without_message(subject: Subject) -> Match | Challenge | None:
    """Return the match or challenge alone, without the message that shows the challenge."""
    return subject.challenge if isinstance(subject, PostedChallenge) else subject
