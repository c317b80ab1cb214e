"""Whom people take challenges from, and whom they have blocked."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Database, Reading
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.errors import BlockedOneself, NotBlocked, TooManyBlocked
from bot.features.challenges.policy import TakesFrom
from bot.jobs.clock import Clock
from bot.match.identity import UserId

MOST_BLOCKED: Final = 100
"""How many people one person can block."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """Whom a person takes challenges from, and whom they have blocked, the latest first."""

    takes_from: TakesFrom
    blocked: tuple[UserId, ...]


class Blocks:
    """Looks up whom people take challenges from, and changes it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def welcome_of(self, user: UserId) -> Welcome:
        """Return whom a person takes challenges from."""
        async with self._database.reading() as reading:
            return await _welcome(reading, user)

    async def take_from(self, user: UserId, who: TakesFrom) -> Welcome:
        """Let a person be challenged by these from now on."""
        async with self._database.writing() as writing:
            await challenge_queries.keep_takes_from(writing, user, who)
            return await _welcome(writing, user)

    async def block(self, user: UserId, other: UserId) -> Welcome:
        """Keep somebody from challenging a person, in every server.

        Raise `BlockedOneself` or `TooManyBlocked`.
        """
        if user == other:
            raise BlockedOneself
        now = self._clock.now()
        async with self._database.writing() as writing:
            blocked = await challenge_queries.blocked_by(writing, user)
            if other not in blocked and len(blocked) >= MOST_BLOCKED:
                raise TooManyBlocked(MOST_BLOCKED)
            await challenge_queries.block(writing, user, other, now)
            return await _welcome(writing, user)

    async def unblock(self, user: UserId, other: UserId) -> Welcome:
        """Let somebody challenge a person again. Raise `NotBlocked`."""
        async with self._database.writing() as writing:
            if not await challenge_queries.unblock(writing, user, other):
                raise NotBlocked(other)
            return await _welcome(writing, user)


async def _welcome(reading: Reading, user: UserId) -> Welcome:
    return Welcome(
        await challenge_queries.takes_from(reading, user),
        await challenge_queries.blocked_by(reading, user),
    )
