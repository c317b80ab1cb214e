"""Who may not play in a server."""

from dataclasses import dataclass

from bot.match.identity import Instant, UserId
from bot.match.terms import Note


@dataclass(frozen=True, slots=True)
class Ban:
    """A member who may not play in a server, until a moment or until it is lifted."""

    user: UserId
    moderator: UserId
    since: Instant
    until: Instant | None
    reason: Note | None
