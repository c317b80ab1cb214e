"""The puzzles of days in the database: which they are, who solved them, and who does so daily."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.features.puzzles.days import NO_ATTEMPT, NO_PUZZLES, Attempt, PuzzleDay, PuzzleStreak
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, UserId

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Solver:
    """Somebody who solved a day's puzzle on that day; `left_at` is when they left the server."""

    user: UserId
    attempt: Attempt
    left_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody with a streak that goes on; `left_at` is when they left the server."""

    user: UserId
    streak: PuzzleStreak
    left_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tried a day's puzzle, and how many of them solved it on that day.

    Who was shown the solution and had not answered once has not tried.
    """

    tried: int
    solved: int


async def of_day(reading: Reading, guild: GuildId, day: PuzzleDay) -> str | None:
    """Return the id of a day's puzzle, if anybody asked for it."""
    found: str | None = await QUERIES.puzzle_of_day(reading.connection, guild_id=guild, day=day)
    return found


async def latest_day(reading: Reading, guild: GuildId) -> PuzzleDay | None:
    """Return the latest day that has a puzzle."""
    day = await QUERIES.latest_puzzle_day(reading.connection, guild_id=guild)
    return None if day is None else PuzzleDay(day)


async def used(reading: Reading, guild: GuildId) -> Mapping[str, float]:
    """Return the last day of each puzzle that a server has had."""
    rows = QUERIES.puzzles_used(reading.connection, guild_id=guild)
    return {row["puzzle"]: row["day"] async for row in rows}


async def keep_day(writing: Writing, guild: GuildId, day: PuzzleDay, puzzle: str) -> None:
    """Write which puzzle is a day's, in place of one that is no more: then all begin it anew."""
    await QUERIES.keep_puzzle_day(writing.connection, guild_id=guild, day=day, puzzle=puzzle)
    await QUERIES.puzzle_begun_anew(writing.connection, guild_id=guild, day=day)


async def attempt(reading: Reading, guild: GuildId, day: PuzzleDay, user: UserId) -> Attempt:
    """Return how far somebody is with a day's puzzle."""
    row = await QUERIES.puzzle_attempt(reading.connection, guild_id=guild, day=day, user_id=user)
    return NO_ATTEMPT if row is None else _attempt(row)


async def keep_attempt(
    writing: Writing,
    guild: GuildId,
    day: PuzzleDay,
    user: UserId,
    before: Attempt,
    after: Attempt,
) -> bool:
    """Write how far somebody is. False where they were no more where they were before."""
    kept: int = await QUERIES.keep_puzzle_attempt(
        writing.connection,
        guild_id=guild,
        day=day,
        user_id=user,
        found=after.found,
        misses=after.misses,
        solved_at=after.solved_at,
        solved_day=after.solved_day,
        gave_up_at=after.gave_up_at,
        seen_found=before.found,
        seen_misses=before.misses,
    )
    return kept == 1


async def share(
    writing: Writing, guild: GuildId, day: PuzzleDay, user: UserId, now: Instant, until: Instant
) -> bool:
    """Note that somebody is about to tell of their solution, and should have by `until`.

    False where they have none, have told of it, or are about to.
    """
    taken: int = await QUERIES.share_puzzle(
        writing.connection, guild_id=guild, day=day, user_id=user, now=now, until=until
    )
    return taken == 1


async def shared(
    writing: Writing, guild: GuildId, day: PuzzleDay, user: UserId, now: Instant
) -> None:
    """Note that somebody has told of their solution."""
    await QUERIES.puzzle_shared(
        writing.connection, guild_id=guild, day=day, user_id=user, shared_at=now
    )


async def unshare(writing: Writing, guild: GuildId, day: PuzzleDay, user: UserId) -> None:
    """Note that telling of a solution came to nothing."""
    await QUERIES.puzzle_not_shared(writing.connection, guild_id=guild, day=day, user_id=user)


async def counts(reading: Reading, guild: GuildId, day: PuzzleDay) -> Counts:
    """Count who tried a day's puzzle and who solved it, those who are left off as well."""
    row = await QUERIES.puzzle_counts(reading.connection, guild_id=guild, day=day)
    return Counts(int(row["tried"]), int(row["solved"]))


async def solvers(
    reading: Reading, guild: GuildId, day: PuzzleDay, most: int
) -> tuple[Solver, ...]:
    """List the first who solved a day's puzzle, but for those who are left off leaderboards."""
    rows = QUERIES.puzzle_solvers(reading.connection, guild_id=guild, day=day, most=most)
    return tuple([_solver(row) async for row in rows])


async def best_solver(reading: Reading, guild: GuildId, day: PuzzleDay) -> Solver | None:
    """Return who solved a day's puzzle in the fewest tries, and first of those."""
    row = await QUERIES.puzzle_best_solver(reading.connection, guild_id=guild, day=day)
    return None if row is None else _solver(row)


async def streak(reading: Reading, guild: GuildId, user: UserId) -> PuzzleStreak:
    """Return how many puzzles somebody solved, and for how many days in a row."""
    row = await QUERIES.puzzle_streak(reading.connection, guild_id=guild, user_id=user)
    return NO_PUZZLES if row is None else _streak(row)


async def keep_streak(writing: Writing, guild: GuildId, user: UserId, kept: PuzzleStreak) -> None:
    """Write somebody's streak in place of the one before."""
    await QUERIES.keep_puzzle_streak(
        writing.connection,
        guild_id=guild,
        user_id=user,
        solved=kept.solved,
        running=kept.running,
        longest=kept.longest,
        last_day=kept.last_day,
        until=kept.until,
    )


async def standing(
    reading: Reading, guild: GuildId, begins: Instant, most: int
) -> tuple[Standing, ...]:
    """List the longest streaks that go on in a day that begins then.

    People who are left off leaderboards are left out.
    """
    rows = QUERIES.puzzle_streaks_standing(
        reading.connection, guild_id=guild, after=begins - DAY, most=most
    )
    return tuple(
        [
            Standing(UserId(row["user_id"]), _streak(row), _moment(row["left_at"]))
            async for row in rows
        ]
    )


async def seen(reading: Reading, user: UserId) -> Mapping[str, float]:
    """Return when somebody saw each puzzle last that they have seen."""
    rows = QUERIES.puzzles_seen_by(reading.connection, user_id=user)
    return {row["puzzle"]: row["seen_at"] async for row in rows}


async def note_seen(writing: Writing, user: UserId, puzzle: str, now: Instant) -> None:
    """Note that somebody saw a puzzle."""
    await QUERIES.puzzle_seen(writing.connection, user_id=user, puzzle=puzzle, seen_at=now)


def _attempt(row: sqlite3.Row) -> Attempt:
    day = row["solved_day"]
    return Attempt(
        int(row["found"]),
        int(row["misses"]),
        _moment(row["solved_at"]),
        None if day is None else PuzzleDay(day),
        _moment(row["gave_up_at"]),
        _moment(row["shared_at"]),
    )


def _solver(row: sqlite3.Row) -> Solver:
    return Solver(UserId(row["user_id"]), _attempt(row), _moment(row["left_at"]))


def _streak(row: sqlite3.Row) -> PuzzleStreak:
    day = row["last_day"]
    return PuzzleStreak(
        int(row["solved"]),
        int(row["running"]),
        int(row["longest"]),
        None if day is None else PuzzleDay(day),
        _moment(row["last_until"]),
    )


def _moment(value: float | None) -> Instant | None:
    return None if value is None else Instant(value)
