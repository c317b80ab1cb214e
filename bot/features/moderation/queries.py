"""The moderation log and bans in the database, and jobs that post log entries."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter
from bot.db.rows import describe
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import queries as match_queries
from bot.jobs.jobs import Job, schedule
from bot.match.challenge import Ban
from bot.match.identity import ChallengeId, Erasure, GuildId, Instant, MatchId, UserId
from bot.match.terms import Note


class ModeratorAction(Enum):
    """An action of a moderator. The values are stored in the database."""

    ENDED_MATCH = "ended match"
    REMOVED_TEXT = "removed text"
    """The note of a challenge and the reason for declining it were removed."""
    BANNED = "banned"
    UNBANNED = "unbanned"
    VOIDED_MATCH = "voided match"
    """The match no longer counts for any rating."""
    CALLED_OFF = "called off"
    """A tournament was called off. For this action and those below, the reason is its name."""
    REMOVED = "removed"
    DECIDED = "decided"
    EXTENDED = "extended"
    UNDONE = "undone"
    """A decision about a tournament was undone."""
    CLOSED_LADDER = "closed ladder"
    """A ladder was closed. For this action and those below, the reason is its ruleset."""
    REMOVED_FROM_LADDER = "removed from ladder"
    DECIDED_ON_LADDER = "decided on ladder"
    CHANGED_LADDER = "changed ladder"
    UNDONE_ON_LADDER = "undone on ladder"


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action of a moderator in the log.

    `user` is the user who was banned, for example, or whose text was removed.
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


QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("moderation")

describe(LoggedAction, at="done_at", until="until_at")
MODERATIONS: Final = Table("moderations", LoggedAction, key=("id",))


@dataclass(frozen=True, slots=True)
class ModerationPost(Job):
    """The posting of an action in the server's log channel."""

    kind: ClassVar[str] = "moderation post"
    is_foreseen: ClassVar[bool] = False
    action: int


async def insert(writing: Writing, action: LoggedAction, post_at: Instant | None) -> None:
    """Add an action to the log, and schedule its post unless `post_at` is None."""
    await execute(
        MODERATIONS.insert(writing.connection, action),
        schedule(writing, ModerationPost(action.id), post_at, home=action.guild),
    )


async def find(reading: Reading, number: int) -> LoggedAction | None:
    """Return an entry of the log."""
    return await MODERATIONS.find(reading.connection, id=number)


@dataclass(frozen=True, slots=True)
class _BanInServer:
    guild: GuildId
    ban: Ban


describe(Ban, since="banned_at", until="until_at")
BANS: Final = Table("bans", _BanInServer, key=("guild_id", "user_id"))


def find_ban(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> Statement[Ban | None]:
    """Return the statement that finds a user's current ban in a server, if any."""
    query = QUERIES.ban_of(reading.connection, guild_id=guild, user_id=user, now=now)
    return query.first(Ban)


async def is_banned(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> bool:
    """Return whether a user is banned from playing in a server now."""
    return await find_ban(reading, guild, user, now) is not None


def banned_in(reading: Reading, guild: GuildId, now: Instant) -> Statement[list[UserId]]:
    """Query the users who are banned from playing in a server now."""
    return QUERIES.users_banned_in(reading.connection, guild_id=guild, now=now).all(UserId)


async def keep(writing: Writing, guild: GuildId, ban: Ban) -> None:
    """Store a ban of a user in a server, replacing an earlier one."""
    await BANS.upsert(writing.connection, _BanInServer(guild, ban))


async def lift(writing: Writing, guild: GuildId, user: UserId) -> None:
    """Lift a user's ban in a server."""
    await BANS.delete(writing.connection, guild_id=guild, user_id=user)


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Delete the texts that a user wrote as a moderator of matches."""
    ended = QUERIES.own_endings(writing.connection, user_id=erasure.user)
    await match_queries.forget_notes(writing, await ended.all(MatchId))
