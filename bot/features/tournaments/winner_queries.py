"""The holders of a server's role for winners, in the database."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, defer, load_queries
from bot.db.tables import Table
from bot.features.settings.server import ServerSettings
from bot.jobs.jobs import Job, schedule
from bot.match.identity import GuildId, Instant, RoleId, UserId

QUERIES: Final = load_queries(__file__)


class HolderState(Enum):
    """Whether the role was given. The values are stored."""

    DUE = "due"
    """It is about to be given, or was given just before a crash."""
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class RoleHolder:
    """A user to whom the bot has given a role, or is about to."""

    guild: GuildId
    user: UserId
    role: RoleId
    state: HolderState = HolderState.DUE


HOLDERS: Final = Table("role_holders", RoleHolder, key=("guild_id", "user_id", "role_id"))


@dataclass(frozen=True, slots=True)
class WinnersRole(Job):
    """A check whether a server's role for winners has to go to other users."""

    kind: ClassVar[str] = "winners role"
    is_foreseen: ClassVar[bool] = False
    guild: GuildId


def due(writing: Writing, guild: GuildId, due_at: Instant) -> Statement[int]:
    """Return the statement that schedules a check of a server's role for winners."""
    return schedule(writing, WinnersRole(guild), due_at, guild)


def holders_in(reading: Reading, guild: GuildId) -> Statement[list[RoleHolder]]:
    """Query all users to whom the bot has given a role in a server, or is about to."""
    return HOLDERS.find_all(reading.connection, guild_id=guild)


def holders_of(reading: Reading, user: UserId) -> Statement[list[RoleHolder]]:
    """Query the roles that the bot has given a user, or is about to."""
    return HOLDERS.find_all(reading.connection, user_id=user)


async def follow_settings(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    after: ServerSettings,
    now: Instant,
) -> None:
    """Schedule a check of the role for winners if another role is set."""
    if before.winners != after.winners:
        defer(due(writing, guild, now))
