"""What those who moderate a server do about matches, challenges and members, as values."""

from dataclasses import dataclass
from enum import Enum

from bot.match.identity import ChallengeId, GuildId, Instant, MatchId, UserId
from bot.match.terms import Note


class ModeratorAction(Enum):
    """What a moderator did. The values are what the database keeps."""

    ENDED_MATCH = "ended match"
    REMOVED_WORDS = "removed words"
    """A challenge's note, and what was said when it was declined."""
    BANNED = "banned"
    UNBANNED = "unbanned"
    VOIDED_MATCH = "voided match"
    """It counts for nobody's rating any more."""


@dataclass(frozen=True, slots=True)
class Moderation:
    """An action of a moderator as it stands in the log.

    `user` is whom it was about: who was banned, or whose words were removed.
    """

    id: int
    guild: GuildId
    moderator: UserId
    action: ModeratorAction
    at: Instant
    user: UserId | None = None
    match: MatchId | None = None
    challenge: ChallengeId | None = None
    reason: Note | None = None
    until: Instant | None = None
