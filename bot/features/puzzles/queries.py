"""Daily puzzles in the database: which they are, who solved them, and streaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.statements import execute, load_queries
from bot.db.tables import Table
from bot.engine.puzzles import Puzzle
from bot.features.puzzles.days import (
    NO_ATTEMPT,
    NO_PUZZLES,
    SHORTEST_DAY,
    Attempt,
    PuzzleDay,
    PuzzleStreak,
)
from bot.features.puzzles.ratings import NOT_RATED, PuzzleRating, PuzzleResult, first_rating
from bot.match.identity import GuildId, Instant, UserId

QUERIES: Final = load_queries(__file__)
IN_STREAK: Final = "streak"
"""Stored in place of the first result of a puzzle that the user met in a streak."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A user who solved a day's puzzle on that day; `left_at` is when they left the server."""

    user: UserId
    attempt: Attempt
    left_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class UnbrokenStreak:
    """A user with an unbroken streak; `left_at` is when they left the server."""

    user: UserId
    streak: PuzzleStreak
    left_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class LongestRun:
    """A user's longest streak of puzzles; `left_at` is when they left the server."""

    user: UserId
    best: int
    left_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many users tried a day's puzzle, and how many solved it on that day.

    A user who was shown the solution before their first turn has not tried.
    """

    tried: int
    solved: int


@dataclass(frozen=True, slots=True)
class DayPuzzle:
    """The puzzle of a day."""

    guild: GuildId
    day: PuzzleDay
    puzzle: str


@dataclass(frozen=True, slots=True)
class _StreakRow:
    guild: GuildId
    user: UserId
    streak: PuzzleStreak


@dataclass(frozen=True, slots=True)
class _RatingRow:
    user: UserId
    rating: PuzzleRating


@dataclass(frozen=True, slots=True)
class _PuzzleStrength:
    puzzle: str
    rating: PuzzleRating


describe(PuzzleStreak, until="last_until")
DAYS: Final = Table("puzzle_days", DayPuzzle, key=("guild_id", "day"))
STREAKS: Final = Table("puzzle_streaks", _StreakRow, key=("guild_id", "user_id"))
RATINGS: Final = Table("puzzle_ratings", _RatingRow, key=("user_id",))
STRENGTHS: Final = Table("puzzle_strengths", _PuzzleStrength, key=("puzzle",))


async def of_day(reading: Reading, guild: GuildId, day: PuzzleDay) -> str | None:
    """Return the id of a day's puzzle, if it was drawn."""
    row = await DAYS.find(reading.connection, guild_id=guild, day=day)
    return None if row is None else row.puzzle


async def latest_day(reading: Reading, guild: GuildId) -> PuzzleDay | None:
    """Return the latest day that has a puzzle."""
    return await QUERIES.latest_puzzle_day(reading.connection, guild_id=guild).first(PuzzleDay)


async def days_of_puzzles(reading: Reading, guild: GuildId) -> Mapping[str, float]:
    """Return the last day of each puzzle that a server has had."""
    query = QUERIES.puzzles_used(reading.connection, guild_id=guild)
    return dict(await query.all(tuple[str, float]))


async def keep_day(writing: Writing, guild: GuildId, day: PuzzleDay, puzzle: str) -> None:
    """Replace the puzzle of a day that no longer exists; all users begin it anew."""
    await DAYS.upsert(writing.connection, DayPuzzle(guild, day, puzzle))
    await QUERIES.puzzle_begun_anew(writing.connection, guild_id=guild, day=day)


async def attempt(reading: Reading, guild: GuildId, day: PuzzleDay, user: UserId) -> Attempt:
    """Return a user's attempt at a day's puzzle."""
    query = QUERIES.puzzle_attempt(reading.connection, guild_id=guild, day=day, user_id=user)
    return await query.first(Attempt) or NO_ATTEMPT


async def keep_attempt(
    writing: Writing,
    guild: GuildId,
    day: PuzzleDay,
    user: UserId,
    before: Attempt,
    after: Attempt,
) -> bool:
    """Write a user's attempt. Return False if it is no longer at `before`."""
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
    """Record that a user is about to share their solution, and should be done by `until`.

    Return False if they have no solution, have shared it, or are about to share it.
    """
    taken: int = await QUERIES.share_puzzle(
        writing.connection, guild_id=guild, day=day, user_id=user, now=now, until=until
    )
    return taken == 1


async def solvers(
    reading: Reading, guild: GuildId, day: PuzzleDay, most: int
) -> tuple[Solver, ...]:
    """List the first solvers of a day's puzzle, except users left off leaderboards."""
    query = QUERIES.puzzle_solvers(reading.connection, guild_id=guild, day=day, most=most)
    return tuple(await query.all(Solver))


async def best_solver(reading: Reading, guild: GuildId, day: PuzzleDay) -> Solver | None:
    """Return the solver of a day's puzzle with the fewest attempts, the first of several."""
    query = QUERIES.puzzle_best_solver(reading.connection, guild_id=guild, day=day)
    return await query.first(Solver)


async def streak(reading: Reading, guild: GuildId, user: UserId) -> PuzzleStreak:
    """Return how many puzzles a user solved, and for how many days in a row."""
    row = await STREAKS.find(reading.connection, guild_id=guild, user_id=user)
    return NO_PUZZLES if row is None else row.streak


async def keep_streak(writing: Writing, guild: GuildId, user: UserId, kept: PuzzleStreak) -> None:
    """Replace a user's streak."""
    await STREAKS.upsert(writing.connection, _StreakRow(guild, user, kept))


async def unbroken_streaks(
    reading: Reading, guild: GuildId, begins: Instant, most: int
) -> tuple[UnbrokenStreak, ...]:
    """List the longest streaks that are unbroken on a day that begins at `begins`.

    Leave out users who are left off leaderboards.
    """
    query = QUERIES.unbroken_puzzle_streaks(
        reading.connection, guild_id=guild, after=begins - SHORTEST_DAY, most=most
    )
    return tuple(await query.all(UnbrokenStreak))


async def longest_runs(reading: Reading, guild: GuildId, most: int) -> tuple[LongestRun, ...]:
    """List the longest streaks of puzzles in a server, except of users left off leaderboards."""
    query = QUERIES.longest_puzzle_runs(reading.connection, guild_id=guild, most=most)
    return tuple(await query.all(LongestRun))


async def puzzles_seen(reading: Reading, user: UserId) -> Mapping[str, float]:
    """Return when a user last saw each puzzle that they have seen."""
    query = QUERIES.puzzles_seen_by(reading.connection, user_id=user)
    return dict(await query.all(tuple[str, float]))


async def has_result(reading: Reading, user: UserId, puzzle: str) -> bool:
    """Return whether a user has a result in a puzzle, so that no further one counts."""
    query = QUERIES.puzzle_result_of(reading.connection, user_id=user, puzzle=puzzle)
    return await query.first(str) is not None


async def record_seen(writing: Writing, user: UserId, puzzle: str, now: Instant) -> None:
    """Record that a user saw a puzzle."""
    await QUERIES.puzzle_seen(writing.connection, user_id=user, puzzle=puzzle, seen_at=now)


async def record_result(
    writing: Writing, user: UserId, puzzle: str, result: PuzzleResult, now: Instant
) -> bool:
    """Record a user's first result in a puzzle. Return False if it was not the first."""
    return await _record(writing, user, puzzle, result.value, now)


async def record_in_streak(writing: Writing, user: UserId, puzzle: str, now: Instant) -> None:
    """Record that a user met a puzzle in a streak; unless it is rated already, it never will be."""
    await _record(writing, user, puzzle, IN_STREAK, now)


async def _record(writing: Writing, user: UserId, puzzle: str, result: str, now: Instant) -> bool:
    met: int = await QUERIES.puzzle_met(
        writing.connection, user_id=user, puzzle=puzzle, seen_at=now, result=result
    )
    return met == 1


async def rating_of(reading: Reading, user: UserId) -> PuzzleRating:
    """Return a user's puzzle rating."""
    row = await RATINGS.find(reading.connection, user_id=user)
    return NOT_RATED if row is None else row.rating


async def strength_of(reading: Reading, puzzle: Puzzle) -> PuzzleRating:
    """Return a puzzle's rating."""
    row = await STRENGTHS.find(reading.connection, puzzle=puzzle.id)
    return first_rating(puzzle) if row is None else row.rating


async def keep_ratings(
    writing: Writing, user: UserId, person: PuzzleRating, puzzle: Puzzle, strength: PuzzleRating
) -> None:
    """Replace the ratings of a user and of a puzzle."""
    await execute(
        RATINGS.upsert(writing.connection, _RatingRow(user, person)),
        STRENGTHS.upsert(writing.connection, _PuzzleStrength(puzzle.id, strength)),
    )
