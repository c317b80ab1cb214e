"""What a server is sent by the calendar: when the next is due, and whether it can be posted."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, execute
from bot.db.tables import Table
from bot.jobs.jobs import Job, cancel, due_at_of, move, schedule
from bot.match.identity import GuildId, Instant


@dataclass(frozen=True, slots=True)
class StoredPost:
    """What is stored of a server's posts; each kind adds what it has to know of the last one.

    `lost_at` is when it was noticed that nothing can be posted there.
    """

    guild: GuildId
    lost_at: Instant | None


Stored = TypeVar("Stored", bound=StoredPost)


@dataclass(frozen=True, slots=True)
class Planned(Generic[Stored]):
    """The next post of a server: when it is due, and what is stored of those before."""

    stored: Stored
    due_at: Instant

    @property
    def guild(self) -> GuildId:
        """The server."""
        return self.stored.guild


class RecurringPosts(Generic[Stored]):
    """The posts of a kind: a row for each server, and a job that says when its next one is due.

    A server whose job is cancelled keeps its row, so that nothing is posted twice.
    """

    def __init__(self, table: Table[Stored], job: Callable[[GuildId], Job]) -> None:
        self._table: Final = table
        self._job: Final = job

    async def plan(self, writing: Writing, stored: Stored, due_at: Instant) -> None:
        """Have a server's next post due then, in place of the one that was planned."""
        await execute(
            self._table.upsert(writing.connection, stored),
            schedule(writing, self._job(stored.guild), due_at),
        )

    async def drop(self, writing: Writing, guild: GuildId) -> None:
        """Post no more in a server."""
        await cancel(writing, self._job(guild))

    async def find(self, reading: Reading, guild: GuildId) -> Planned[Stored] | None:
        """Return the next post of a server, if it has any."""
        stored, due_at = await execute(
            self._table.find(reading.connection, guild_id=guild),
            due_at_of(reading, self._job(guild)),
        )
        return None if stored is None or due_at is None else Planned(stored, due_at)

    async def stored(self, reading: Reading, guild: GuildId) -> Stored | None:
        """Return what is stored of a server's posts, also if none is planned."""
        return await self._table.find(reading.connection, guild_id=guild)

    async def posted(
        self, writing: Writing, planned: Planned[Stored], stored: Stored, next_at: Instant
    ) -> None:
        """Store what was posted, and have the next one due then."""
        await execute(
            self._table.upsert(writing.connection, stored),
            self._postpone(writing, planned, next_at),
        )

    async def lost(
        self, writing: Writing, planned: Planned[Stored], now: Instant, next_at: Instant
    ) -> bool:
        """Store that nothing can be posted there, which is tried again then.

        True if that was not known before.
        """
        lost_at = planned.stored.lost_at
        if await self._postpone(writing, planned, next_at):
            stored = replace(planned.stored, lost_at=now if lost_at is None else lost_at)
            await self._table.upsert(writing.connection, stored)
        return lost_at is None

    def _postpone(
        self, writing: Writing, planned: Planned[Stored], next_at: Instant
    ) -> Statement[int]:
        """Return the statement that postpones a post, unless it was planned anew meanwhile."""
        return move(writing, self._job(planned.guild), planned.due_at, next_at)
