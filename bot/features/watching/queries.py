"""Who follows which match. A row goes when its follower was notified how the match ended."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.jobs.jobs import Job
from bot.match.identity import Instant, MatchId, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class EndOfFollowed(Job):
    """The end of a match, of which each of its followers is to be notified."""

    kind: ClassVar[str] = "end of followed"
    is_foreseen: ClassVar[bool] = False
    match: MatchId


@dataclass(frozen=True, slots=True)
class FollowerMessage(Job):
    """The message to a follower that tells how a match ended."""

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
