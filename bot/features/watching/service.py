"""Watching matches of other users, to be notified how they end."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import defer, execute, load_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch, ServiceRefusal
from bot.features.matches.writer import MatchChange
from bot.jobs.clock import Clock
from bot.jobs.jobs import Job, schedule, schedule_if_new
from bot.jobs.runner import job
from bot.match.errors import MatchOver
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.text import N_, NN_

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class EndOfWatched(Job):
    """The end of a match; its spectators are to be notified of it."""

    kind: ClassVar[str] = "end of watched"
    is_foreseen: ClassVar[bool] = False
    match: MatchId


@dataclass(frozen=True, slots=True)
class SpectatorMessage(Job):
    """The message that tells a spectator how a match ended."""

    kind: ClassVar[str] = "spectator message"
    is_foreseen: ClassVar[bool] = False
    user: UserId
    match: MatchId


async def unwatch(writing: Writing, match: MatchId, user: UserId) -> bool:
    """Record that a user stops watching a match. Return False if they did not watch it."""
    gone: int = await QUERIES.unwatch(writing.connection, match_id=match, user_id=user)
    return gone == 1


async def watches(reading: Reading, match: MatchId, user: UserId) -> bool:
    """Return whether a user watches a match."""
    query = QUERIES.watching(reading.connection, match_id=match, user_id=user)
    return await query.one(int) > 0


async def count_watched(reading: Reading, user: UserId) -> int:
    """Count the matches that a user watches."""
    return await QUERIES.watched_by(reading.connection, user_id=user).one(int)


async def matches_of(reading: Reading, user: UserId, most: int, skip: int) -> list[Match]:
    """List the matches that a user watches, the latest first."""
    query = QUERIES.matches_watched(reading.connection, user_id=user, most=most, skip=skip)
    return await query.all_readable(Match)


@dataclass(eq=False, slots=True)
class WatchesOwnMatch(ServiceRefusal):
    """The user plays in the match, so they learn how it ends anyway."""

    message = N_("You play in {match} yourself, so I'll tell you how it ends anyway.")

    match: Match


@dataclass(eq=False, slots=True)
class WatchesTooMany(ServiceRefusal):
    """The user watches as many matches as allowed."""

    message = NN_(
        "You are already watching {most} match, the most you can. `/watch` lists it: stop "
        "watching it first.",
        "You are already watching {most} matches, the most you can. `/watch` lists them: stop "
        "watching one first.",
        "most",
    )

    most: int


MOST_WATCHED: Final = 50
"""How many matches a user may watch at a time."""


class Spectators:
    """Records which users watch which match. Callers check who may see a match."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def watch(self, user: UserId, number: MatchId) -> Match:
        """Let a user watch a match to its end; doing so twice changes nothing.

        Raise `NoSuchMatch`, `WatchesOwnMatch`, `MatchOver` or `WatchesTooMany`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            if match.seat_of(user) is not None:
                raise WatchesOwnMatch(match)
            if match.outcome is not None:
                raise MatchOver(match)
            if not await watches(writing, number, user):
                if await count_watched(writing, user) >= MOST_WATCHED:
                    raise WatchesTooMany(MOST_WATCHED)
                await QUERIES.watch(
                    writing.connection, match_id=number, user_id=user, watched_at=now
                )
        return match

    async def unwatch(self, user: UserId, number: MatchId) -> bool:
        """Let a user stop watching a match. Return False if they did not watch it."""
        async with self._database.writing() as writing:
            return await unwatch(writing, number, user)

    async def watches(self, user: UserId, number: MatchId) -> bool:
        """Return whether a user watches a match."""
        async with self._database.reading() as reading:
            return await watches(reading, number, user)

    async def watched_by(self, user: UserId, most: int, skip: int) -> tuple[list[Match], int]:
        """List some of the matches that a user watches, and count all of them."""
        async with self._database.reading() as reading:
            count = await count_watched(reading, user)
            return await matches_of(reading, user, most, skip), count

    @job(EndOfWatched)
    async def notify_each(self, due: EndOfWatched) -> None:
        """Notify each spectator of a match that is over."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, due.match)
            guild = None if match is None else match.venue.guild
            users = await QUERIES.spectators_of(writing.connection, match_id=due.match).all(UserId)
            await execute(
                *(
                    schedule_if_new(writing, SpectatorMessage(user, due.match), now, guild)
                    for user in users
                )
            )


async def notify_spectators(writing: Writing, change: MatchChange) -> None:
    """Schedule notifications for all spectators of a match that is over."""
    if change.ends:
        defer(schedule(writing, EndOfWatched(change.after.id), change.show_at))
