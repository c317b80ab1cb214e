"""Which members of a server may play in competitions, and why players are out."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from enum import Enum
from typing import Protocol

from bot.db.database import Reading
from bot.match.identity import GuildId, Instant, RoleId, UserId


class ExitReason(Enum):
    """Why a player is off a ladder, or out of a tournament. The values are stored."""

    LEFT = "left"
    """By their own wish."""
    TIME = "time"
    """Too many matches lost on time."""
    LEFT_SERVER = "left server"
    BANNED = "banned"
    REMOVED = "removed"
    """By the managers."""
    NO_PLACE = "no place"
    """No place in the tournament became free in time."""


WhoIsGone = Callable[
    [Reading, GuildId, Collection[UserId], Instant], Awaitable[Mapping[UserId, ExitReason]]
]
"""Returns those of the users who can no longer play in a server, with the reasons."""
LookFor = Callable[[GuildId, Collection[UserId]], Awaitable[None]]
"""Schedules a check whether any of the users have left a server."""


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
        """Raise the refusal; `roles` are the user's, or None if they are unknown."""
