"""What competitions need to know of the members of a server."""

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from bot.db.database import Reading
from bot.match.identity import GuildId, Instant, RoleId, UserId

LookFor = Callable[[GuildId, Collection[UserId]], Awaitable[None]]
"""Schedules a check which of some users have left a server."""


class CompetitionAdmission(Protocol):
    """Raises a refusal if a user may not play in a server at all."""

    async def __call__(
        self,
        reading: Reading,
        guild: GuildId,
        user: UserId,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> None:
        """Check a user with these roles."""
