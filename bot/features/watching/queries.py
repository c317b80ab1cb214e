"""Who follows which match, and who is owed word of its end.

A follower's row goes when they were told; until then it is claimed and put off like a notice.
"""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, load_queries
from bot.match.identity import Instant, MatchId, UserId
from bot.match.match import Match

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who is owed word of a match's end, and how often that was tried."""

    match: MatchId
    user: UserId
    attempts: int


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


def owe(writing: Writing, match: MatchId, tell_at: Instant) -> Statement[int]:
    """Owe everybody who follows a match word of its end."""
    return QUERIES.followers_owed(writing.connection, match_id=match, tell_at=tell_at)


async def due(reading: Reading, now: Instant, most: int) -> list[Follower]:
    """List followers who are to be told, those who have waited longest first."""
    return await QUERIES.followers_due(reading.connection, now=now, most=most).all(Follower)


async def claim(writing: Writing, follower: Follower, now: Instant, again_at: Instant) -> bool:
    """Take it on oneself to tell a follower; nobody else will before `again_at`."""
    claimed: int = await QUERIES.claim_follower(
        writing.connection,
        match_id=follower.match,
        user_id=follower.user,
        now=now,
        again_at=again_at,
    )
    return claimed == 1


async def resume(writing: Writing, now: Instant) -> None:
    """Make due at once what a process that is gone had claimed."""
    await QUERIES.resume_followers(writing.connection, now=now)


async def first_due(reading: Reading) -> Instant | None:
    """Return the moment from which a follower is owed word."""
    return await QUERIES.followers_behind(reading.connection).first(Instant)
