"""Members in the database: where they play, when to look for them, and when they left."""

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
    """Somebody who plays in a server.

    `left_at` is when they were noticed to have left it, `None` while they are there; `ends_at`
    is when the first of their matches ends that has no limit of time, if there is one.
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
    """A look at whether somebody is still in a server where they play."""

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
    """See to it that somebody who begins a match in a server is looked for there.

    One who is known to have left is looked for at once.
    """
    _, member = await execute(
        QUERIES.watch_member(
            writing.connection, guild_id=guild, user_id=user, now=now, look_at=look_at
        ),
        MEMBERS.find(writing.connection, guild_id=guild, user_id=user),
    )
    defer(_schedule_look(writing, member))


def find(reading: Reading, guild: GuildId, user: UserId) -> Statement[Membership | None]:
    """Ask what is known of somebody in a server; nothing of one who does not play there."""
    return MEMBERS.find(reading.connection, guild_id=guild, user_id=user)


async def gone(reading: Reading) -> list[tuple[GuildId, UserId]]:
    """List everybody who is known to have left, each with the server."""
    return await QUERIES.members_gone(reading.connection).all(tuple[GuildId, UserId])


async def put_off(writing: Writing, member: Membership, look_at: Instant) -> None:
    """Look for somebody at that moment and not before."""
    after = replace(member, look_at=look_at)
    await execute(MEMBERS.update(writing.connection, member, after), _schedule_look(writing, after))


async def keep(writing: Writing, member: Membership) -> None:
    """Write what is known of somebody."""
    await execute(
        MEMBERS.replace(writing.connection, member, {}),
        _schedule_look(writing, member),
        jobs.schedule(
            writing, DepartureEnd(member.user, member.guild), member.ends_at, member.guild
        ),
    )


async def forget(writing: Writing, member: Membership) -> None:
    """Look no more for somebody who has no match in the server any more."""
    await execute(
        MEMBERS.remove(writing.connection, member),
        jobs.cancel(writing, DepartureEnd(member.user, member.guild)),
        jobs.cancel(writing, MemberLook(member.user, member.guild)),
    )


def _schedule_look(writing: Writing, member: Membership) -> Statement[int]:
    return jobs.schedule(writing, MemberLook(member.user, member.guild), member.look_at)


def rules_unseen(reading: Reading, user: UserId) -> Statement[int | None]:
    """Return the statement that asks whether a user never had the rules; None if they had."""
    return QUERIES.rules_unseen(reading.connection, user_id=user).first(int)


async def rules_shown(writing: Writing, user: UserId, ruleset: str, now: Instant) -> None:
    """Record that somebody had the rules of a ruleset."""
    await QUERIES.rules_shown(writing.connection, user_id=user, ruleset=ruleset, shown_at=now)


async def is_new_to(reading: Reading, user: UserId, ruleset: str) -> bool:
    """Return whether somebody had the rules of another ruleset and never those of this one."""
    found = QUERIES.ruleset_new(reading.connection, user_id=user, ruleset=ruleset)
    return await found.first(int) is not None


async def known_servers(reading: Reading) -> frozenset[GuildId]:
    """Return the servers that were greeted, or that were known before any was."""
    return frozenset(await QUERIES.servers_known(reading.connection).all(GuildId))


def know_server(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that records that a server is known, so that it is greeted no more."""
    return QUERIES.server_known(writing.connection, guild_id=guild, now=now)


async def begin_greeting(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Have a server greeted to which the bot was added for the first time."""
    # Where matches were played already, the bot is known.
    if await match_queries.is_played_in(writing, guild):
        return
    if await know_server(writing, guild, now):
        await execute(jobs.schedule(writing, ServerGreeting(guild), now, guild))


async def give_back(writing: Writing, outage: Outage) -> None:
    """Put off by an outage the end of the matches of players who have left."""
    await QUERIES.member_endings_moved(writing.connection, gap=outage.gap, guild_id=outage.guild)
