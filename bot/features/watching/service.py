"""People who follow a match of others, and are notified when it is over."""

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
from bot.match.identity import Instant, MatchId, UserId
from bot.match.match import Match
from bot.text import N_, NN_

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class EndOfFollowed(Job):
    """The end of a match, of which each of its followers is to be notified."""

    kind: ClassVar[str] = "end of followed"
    is_foreseen: ClassVar[bool] = False
    match: MatchId


@dataclass(frozen=True, slots=True)
class FollowerMessage(Job):
    """The message to a follower that says how a match ended."""

    kind: ClassVar[str] = "follower message"
    is_foreseen: ClassVar[bool] = False
    user: UserId
    match: MatchId


async def follow(writing: Writing, match: MatchId, user: UserId, now: Instant) -> None:
    """Let a person follow a match; it is no matter if they do."""
    await QUERIES.follow(writing.connection, match_id=match, user_id=user, followed_at=now)


async def unfollow(writing: Writing, match: MatchId, user: UserId) -> bool:
    """Let a person follow a match no more. False when they did not."""
    gone: int = await QUERIES.unfollow(writing.connection, match_id=match, user_id=user)
    return gone == 1


async def follows(reading: Reading, match: MatchId, user: UserId) -> bool:
    """Return whether a person follows a match."""
    found = QUERIES.following(reading.connection, match_id=match, user_id=user)
    return await found.one(int) > 0


async def followed(reading: Reading, user: UserId) -> int:
    """Count the matches that a person follows."""
    return await QUERIES.followed_by(reading.connection, user_id=user).one(int)


async def matches_of(reading: Reading, user: UserId, most: int, skip: int) -> list[Match]:
    """List the matches that a person follows, the last one that they took up first."""
    found = QUERIES.matches_followed(reading.connection, user_id=user, most=most, skip=skip)
    return await found.all_readable(Match)


async def followers_of(reading: Reading, match: MatchId) -> list[UserId]:
    """List who follows a match."""
    return await QUERIES.followers_of(reading.connection, match_id=match).all(UserId)


@dataclass(eq=False, slots=True)
class FollowsOwnMatch(ServiceRefusal):
    """The person plays in the match, so they hear of its end in any case."""

    message = N_("You play in {match} yourself, so I'll tell you how it ends anyway.")

    match: Match


@dataclass(eq=False, slots=True)
class FollowsTooMany(ServiceRefusal):
    """The person follows as many matches as one may."""

    message = NN_(
        "You are already watching {most} match, the most you can. `/watch` lists it: stop "
        "watching it first.",
        "You are already watching {most} matches, the most you can. `/watch` lists them: stop "
        "watching one first.",
        "most",
    )

    most: int


MOST_FOLLOWED: Final = 50
"""Matches that one person follows at a time."""


class Followers:
    """Who follows what. Who may see the match is for whoever asks to find out."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def follow(self, user: UserId, number: MatchId) -> Match:
        """Let a person follow a match to its end; doing so twice is no matter.

        Raise `NoSuchMatch`, `FollowsOwnMatch`, `MatchOver` or `FollowsTooMany`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            if match.seat_of(user) is not None:
                raise FollowsOwnMatch(match)
            if match.outcome is not None:
                raise MatchOver(match)
            if not await follows(writing, number, user):
                if await followed(writing, user) >= MOST_FOLLOWED:
                    raise FollowsTooMany(MOST_FOLLOWED)
                await follow(writing, number, user, now)
        return match

    async def unfollow(self, user: UserId, number: MatchId) -> bool:
        """Let a person follow a match no more. False when they did not."""
        async with self._database.writing() as writing:
            return await unfollow(writing, number, user)

    async def follows(self, user: UserId, number: MatchId) -> bool:
        """Return whether a person follows a match."""
        async with self._database.reading() as reading:
            return await follows(reading, number, user)

    async def followed_by(self, user: UserId, most: int, skip: int) -> tuple[list[Match], int]:
        """List some of the matches that a person follows, and count them all."""
        async with self._database.reading() as reading:
            count = await followed(reading, user)
            return await matches_of(reading, user, most, skip), count

    @job(EndOfFollowed)
    async def notify_each(self, due: EndOfFollowed) -> None:
        """Have each follower notified of a match that is over."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, due.match)
            guild = None if match is None else match.venue.guild
            users = await followers_of(writing, due.match)
            await execute(
                *(
                    schedule_if_new(writing, FollowerMessage(user, due.match), now, guild)
                    for user in users
                )
            )


async def notify_followers(writing: Writing, change: MatchChange) -> None:
    """Have everybody who follows a match notified that it is over."""
    if change.ends:
        defer(schedule(writing, EndOfFollowed(change.after.id), change.show_at))
