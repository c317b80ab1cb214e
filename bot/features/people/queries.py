"""Members in the database: where they play, when to check on them, and when they left."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, defer, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import queries as match_queries
from bot.jobs import jobs
from bot.jobs.jobs import Job
from bot.match.clock import Outage
from bot.match.identity import GuildId, Instant, UserId

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Membership:
    """A user who plays in a server.

    `left_at` is when the bot noticed that they had left, `None` while they are there; `ends_at` is
    when the first of their matches without a limit of time ends, if there is one.
    """

    guild: GuildId
    user: UserId
    looked_at: Instant
    look_at: Instant
    left_at: Instant | None = None
    ends_at: Instant | None = None


MEMBERS: Final = Table("members", Membership, key=("guild_id", "user_id"))


@dataclass(frozen=True, slots=True)
class MemberLook(Job):
    """A check whether a user is still in a server where they play."""

    kind: ClassVar[str] = "member look"
    is_foreseen: ClassVar[bool] = False
    user: UserId
    guild: GuildId


@dataclass(frozen=True, slots=True)
class ServerGreeting(Job):
    """The greeting of a server to which the bot was added."""

    kind: ClassVar[str] = "server greeting"
    is_foreseen: ClassVar[bool] = False
    guild: GuildId


@dataclass(frozen=True, slots=True)
class DepartureEnd(Job):
    """The end of the matches of a player who has left for good."""

    kind: ClassVar[str] = "departure end"
    is_delayed: ClassVar[bool] = True
    user: UserId
    guild: GuildId


async def watch(
    writing: Writing, guild: GuildId, user: UserId, now: Instant, look_at: Instant
) -> None:
    """Schedule checks for a user who begins a match in a server.

    A user who is known to have left is checked at once.
    """
    _, member = await execute(
        QUERIES.watch_member(
            writing.connection, guild_id=guild, user_id=user, now=now, look_at=look_at
        ),
        MEMBERS.find(writing.connection, guild_id=guild, user_id=user),
    )
    defer(_schedule_look(writing, member))


def find(reading: Reading, guild: GuildId, user: UserId) -> Statement[Membership | None]:
    """Query a user's membership of a server; `None` if they do not play there."""
    return MEMBERS.find(reading.connection, guild_id=guild, user_id=user)


def gone_from(reading: Reading, guild: GuildId) -> Statement[list[UserId]]:
    """Query the users who are known to have left a server."""
    return QUERIES.members_gone_from(reading.connection, guild_id=guild).all(UserId)


async def put_off(writing: Writing, member: Membership, look_at: Instant) -> None:
    """Postpone the next check on a user to `look_at`."""
    after = replace(member, look_at=look_at)
    await execute(MEMBERS.update(writing.connection, member, after), _schedule_look(writing, after))


async def keep(writing: Writing, member: Membership) -> None:
    """Store a membership."""
    await execute(
        MEMBERS.replace(writing.connection, member, {}),
        _schedule_look(writing, member),
        jobs.schedule(
            writing, DepartureEnd(member.user, member.guild), member.ends_at, member.guild
        ),
    )


async def forget(writing: Writing, member: Membership) -> None:
    """Delete a membership, for a user without a match in the server."""
    await execute(
        MEMBERS.remove(writing.connection, member),
        jobs.cancel(writing, DepartureEnd(member.user, member.guild)),
        jobs.cancel(writing, MemberLook(member.user, member.guild)),
    )


def _schedule_look(writing: Writing, member: Membership) -> Statement[int]:
    return jobs.schedule(writing, MemberLook(member.user, member.guild), member.look_at)


async def rules_shown(writing: Writing, user: UserId, ruleset: str, now: Instant) -> None:
    """Record that a user was shown the rules of a ruleset."""
    await QUERIES.rules_shown(writing.connection, user_id=user, ruleset=ruleset, shown_at=now)


async def is_new_to(reading: Reading, user: UserId, ruleset: str) -> bool:
    """Return whether a user was shown another ruleset's rules but never those of this one."""
    query = QUERIES.ruleset_new(reading.connection, user_id=user, ruleset=ruleset)
    return await query.first(int) is not None


def know_server(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that records a server as known, so that it is not greeted again."""
    return QUERIES.server_known(writing.connection, guild_id=guild, now=now)


async def begin_greeting(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Schedule the greeting of a server to which the bot was added for the first time."""
    # Where matches were played already, users know the bot.
    if await match_queries.is_played_in(writing, guild):
        return
    if await know_server(writing, guild, now):
        await execute(jobs.schedule(writing, ServerGreeting(guild), now, guild))


async def give_back(writing: Writing, outage: Outage) -> None:
    """Postpone the end of the matches of players who have left, by the length of an outage."""
    await QUERIES.member_endings_moved(writing.connection, gap=outage.gap, guild_id=outage.guild)
