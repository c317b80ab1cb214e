"""When each server is told its puzzle of the day, in the database."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.features.puzzles.days import PuzzleDay
from bot.match.identity import GuildId, Instant

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class PlannedPost:
    """The next post of a server: when it is due, how often it was tried, what was posted last.

    `lost_at` is when it was noticed that nothing can be posted there.
    """

    guild: GuildId
    due_at: Instant
    attempts: int = 0
    lost_at: Instant | None = None
    told_day: PuzzleDay | None = None


async def plan(writing: Writing, guild: GuildId, due_at: Instant) -> None:
    """Let a server be told then; a day that was posted is kept, lest it be posted again."""
    await QUERIES.plan_puzzle_post(writing.connection, guild_id=guild, due_at=due_at)


async def drop(writing: Writing, guild: GuildId) -> None:
    """Tell a server no more."""
    await QUERIES.drop_puzzle_post(writing.connection, guild_id=guild)


async def told_day(reading: Reading, guild: GuildId) -> PuzzleDay | None:
    """Return the day whose puzzle was posted last in a server."""
    return await QUERIES.puzzle_told_day(reading.connection, guild_id=guild).first(PuzzleDay)


async def due(reading: Reading, now: Instant, most: int) -> list[PlannedPost]:
    """List what is to be posted, the one that waited longest first."""
    return await QUERIES.puzzle_posts_due(reading.connection, now=now, most=most).all(PlannedPost)


async def next_due(reading: Reading) -> Instant | None:
    """Return the moment at which the next puzzle is to be posted."""
    return await QUERIES.next_puzzle_post(reading.connection).first(Instant)


async def claim(writing: Writing, planned: PlannedPost, now: Instant, again_at: Instant) -> bool:
    """Take it on oneself to post; nobody else will before `again_at`."""
    claimed: int = await QUERIES.claim_puzzle_post(
        writing.connection,
        guild_id=planned.guild,
        due_at=planned.due_at,
        now=now,
        again_at=again_at,
    )
    return claimed == 1


async def done(writing: Writing, planned: PlannedPost, day: PuzzleDay, next_at: Instant) -> None:
    """Note which day was posted, and when the next one is due, unless that was set anew since."""
    await QUERIES.puzzle_post_done(
        writing.connection,
        guild_id=planned.guild,
        due_at=planned.due_at,
        told_day=day,
        next_at=next_at,
    )


async def lost(writing: Writing, planned: PlannedPost, lost_at: Instant, next_at: Instant) -> None:
    """Note since when nothing can be posted there, and when that is tried again."""
    await QUERIES.puzzle_post_lost(
        writing.connection,
        guild_id=planned.guild,
        due_at=planned.due_at,
        lost_at=lost_at,
        next_at=next_at,
    )
