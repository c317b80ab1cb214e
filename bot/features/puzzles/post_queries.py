"""When each server is told its puzzle of the day, in the database."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import execute, load_queries
from bot.features.puzzles.days import PuzzleDay
from bot.jobs.jobs import Job, cancel, schedule
from bot.match.identity import GuildId, Instant

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class DailyPuzzle(Job):
    """The puzzle of a server's day, to be posted there."""

    kind: ClassVar[str] = "daily puzzle"
    guild: GuildId


@dataclass(frozen=True, slots=True)
class PlannedPost:
    """The next post of a server: when it is due, and what was posted last.

    `lost_at` is when it was noticed that nothing can be posted there.
    """

    guild: GuildId
    due_at: Instant
    lost_at: Instant | None = None
    told_day: PuzzleDay | None = None


async def plan(writing: Writing, guild: GuildId, due_at: Instant) -> None:
    """Let a server be told then; a day that was posted is kept, lest it be posted again."""
    await execute(
        QUERIES.plan_puzzle_post(writing.connection, guild_id=guild, due_at=due_at),
        schedule(writing, DailyPuzzle(guild), due_at),
    )


async def drop(writing: Writing, guild: GuildId) -> None:
    """Tell a server no more."""
    await execute(
        QUERIES.drop_puzzle_post(writing.connection, guild_id=guild),
        cancel(writing, DailyPuzzle(guild)),
    )


async def told_day(reading: Reading, guild: GuildId) -> PuzzleDay | None:
    """Return the day whose puzzle was posted last in a server."""
    return await QUERIES.puzzle_told_day(reading.connection, guild_id=guild).first(PuzzleDay)


async def find(reading: Reading, guild: GuildId) -> PlannedPost | None:
    """Return the next post of a server, if it has any."""
    return await QUERIES.puzzle_post_of(reading.connection, guild_id=guild).first(PlannedPost)


async def told(writing: Writing, planned: PlannedPost, day: PuzzleDay, next_at: Instant) -> None:
    """Note which day was posted, and when the next one is due."""
    await QUERIES.puzzle_post_told(writing.connection, guild_id=planned.guild, told_day=day)
    await _put_off(writing, planned, next_at)


async def lost(writing: Writing, planned: PlannedPost, lost_at: Instant, next_at: Instant) -> None:
    """Note since when nothing can be posted there, and when that is tried again."""
    if await _put_off(writing, planned, next_at):
        await QUERIES.puzzle_post_lost(writing.connection, guild_id=planned.guild, lost_at=lost_at)


async def _put_off(writing: Writing, planned: PlannedPost, next_at: Instant) -> bool:
    """Plan a post for another moment; false where that was set anew, which stays."""
    put_off: int = await QUERIES.puzzle_post_put_off(
        writing.connection, guild_id=planned.guild, due_at=planned.due_at, next_at=next_at
    )
    if put_off:
        await schedule(writing, DailyPuzzle(planned.guild), next_at)
    return bool(put_off)
