"""Streaks of puzzles: one after another until the first mistake, harder and harder.

Each user has one in each server, and one in direct messages; it never expires.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Self

from bot.db.database import Database, Reading, Writing
from bot.db.tables import Table
from bot.engine.puzzles import ListedPuzzle, Puzzle, listed
from bot.features.puzzles import queries as puzzle_queries
from bot.features.puzzles.days import IN_PERSON
from bot.features.puzzles.lines import (
    AnswerResult,
    LineAnswer,
    draw,
    find_puzzle,
    played,
    result_of,
    ruleset_for,
)
from bot.features.puzzles.queries import LongestRun
from bot.features.puzzles.service import day_now, drawn_for
from bot.features.settings import queries as settings_queries
from bot.game import Ruleset, Turn
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, UserId

OF_EACH: Final = 3
"""How many puzzles of a step come before harder ones."""
ENOUGH: Final = 30
"""A step covers as many difficulties as it needs to have this many puzzles."""
HARD: Final = 7
"""This difficulty and all above it are in the last step."""
BEFORE_ALL: Final = Instant(0)
MOST_RUNS: Final = 10
"""How many of a server's longest streaks are listed."""


@dataclass(frozen=True, slots=True)
class StreakRun:
    """A user's streak: how many puzzles were solved, and how far they are in the next.

    `number` counts their streaks from 1; it is 0 before the first. Puzzles that they have seen
    since `began_at` do not come again. `best` is their longest, reached at `best_at`.
    """

    number: int = 0
    length: int = 0
    puzzle: str = ""
    found: int = 0
    began_at: Instant = BEFORE_ALL
    over_at: Instant | None = None
    best: int = 0
    best_at: Instant | None = None

    @property
    def is_over(self) -> bool:
        """Whether the next puzzle begins another streak."""
        return self.number == 0 or self.over_at is not None

    @property
    def is_longest(self) -> bool:
        """Whether the streak is longer than all before it."""
        return 0 < self.length == self.best and (self.best_at or BEFORE_ALL) >= self.began_at

    def begun(self, now: Instant) -> Self:
        """Return the next streak, without a puzzle yet."""
        return type(self)(self.number + 1, began_at=now, best=self.best, best_at=self.best_at)

    @property
    def place(self) -> "RunPlace":
        """The streak as a part of a custom id."""
        return RunPlace(self.number, self.puzzle)

    def facing(self, puzzle: Puzzle) -> Self:
        """Return the streak with its next puzzle."""
        return replace(self, puzzle=puzzle.id, found=0)

    def after_right_turn(self) -> Self:
        """Return the streak after a right turn that leaves more to find."""
        return replace(self, found=self.found + 1)

    def solving(self, now: Instant) -> Self:
        """Return the streak after the last turn of a puzzle."""
        length = self.length + 1
        if length <= self.best:
            return replace(self, length=length)
        return replace(self, length=length, best=length, best_at=now)

    def ending(self, now: Instant) -> Self:
        """Return the streak after a mistake."""
        return replace(self, over_at=now)


NO_RUN: Final = StreakRun()


@dataclass(frozen=True, slots=True)
class RunPlace:
    """The user's streak and puzzle when a panel was shown."""

    number: int
    puzzle: str


@dataclass(frozen=True, slots=True)
class StreakState:
    """A streak with its current puzzle, and the longest streak of its server, if any."""

    run: StreakRun
    puzzle: Puzzle
    server_best: int

    @property
    def place(self) -> RunPlace:
        """The streak as a part of a custom id."""
        return self.run.place


@dataclass(frozen=True, slots=True)
class _RunRow:
    guild: GuildId
    user: UserId
    run: StreakRun


RUNS: Final = Table("puzzle_runs", _RunRow, key=("guild_id", "user_id"))


class PuzzleRuns:
    """Draws the puzzles of streaks, and records how long they were."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def resume(self, guild: GuildId, user: UserId) -> StreakState:
        """Return a user's streak; begin another if it is over."""
        async with self._database.writing() as writing:
            run = await _find(writing, guild, user)
            if run.is_over:
                run = await self._draw_next(writing, guild, user, run.begun(self._clock.now()))
            elif find_puzzle(run.puzzle) is None:
                run = await self._draw_next(writing, guild, user, run)
            return await _running(writing, guild, run)

    async def current(self, guild: GuildId, user: UserId) -> StreakState | None:
        """Return a user's streak, over or not; `None` before the first."""
        async with self._database.snapshot() as reading:
            run = await _find(reading, guild, user)
            if find_puzzle(run.puzzle) is None:
                return None
            return await _running(reading, guild, run)

    async def answer(
        self, guild: GuildId, user: UserId, turn: Turn, place: RunPlace, found: int
    ) -> LineAnswer[StreakState] | None:
        """Play a turn of the line that a panel showed; return `None` if the user has no streak.

        `place` and `found` are those of the panel. Raise what `bot.game.play` raises for a turn
        that cannot be played; it does not end the streak.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            run = await _find(writing, guild, user)
            puzzle = find_puzzle(run.puzzle)
            if puzzle is None:
                return None
            if run.is_over or (run.place, run.found) != (place, found):
                running = await _running(writing, guild, run)
                return LineAnswer(running, AnswerResult.BEHIND)
            step = played(puzzle, found, turn)
            result = result_of(puzzle, found, step)
            if result is AnswerResult.RIGHT:
                after = run.after_right_turn()
            else:
                await puzzle_queries.record_in_streak(writing, user, puzzle.id, now)
                after = (
                    run.ending(now)
                    if result is AnswerResult.WRONG
                    else await self._draw_next(writing, guild, user, run.solving(now))
                )
            await _keep(writing, guild, user, after)
            return LineAnswer(await _running(writing, guild, after), result, step)

    async def give_up(self, guild: GuildId, user: UserId, place: RunPlace) -> StreakState | None:
        """End a user's streak, if it is still at that place; return it."""
        async with self._database.writing() as writing:
            run = await _find(writing, guild, user)
            if find_puzzle(run.puzzle) is None:
                return None
            if not run.is_over and run.place == place:
                now = self._clock.now()
                await puzzle_queries.record_in_streak(writing, user, run.puzzle, now)
                run = run.ending(now)
                await _keep(writing, guild, user, run)
            return await _running(writing, guild, run)

    async def longest(self, guild: GuildId) -> tuple[LongestRun, ...]:
        """List the longest streaks of a server, except those of users left off leaderboards."""
        async with self._database.reading() as reading:
            return await puzzle_queries.longest_runs(reading, guild, MOST_RUNS)

    async def _draw_next(
        self, writing: Writing, guild: GuildId, user: UserId, run: StreakRun
    ) -> StreakRun:
        """Draw the next puzzle of a streak: the one that the user saw longest ago.

        Today's puzzle, which is rated, comes last of all.
        """
        now = self._clock.now()
        ruleset = ruleset_for((await settings_queries.find(writing, guild)).ruleset)
        _, day = await day_now(writing, guild, now)
        todays = await drawn_for(writing, guild, day)
        seen = {**await puzzle_queries.puzzles_seen(writing, user), todays.id: now}
        met = frozenset(each for each, seen_at in seen.items() if seen_at >= run.began_at)
        puzzle = draw(candidates(ruleset, run.length, met), seen, f"{user} streak")
        await puzzle_queries.record_seen(writing, user, puzzle.id, now)
        after = run.facing(puzzle)
        await _keep(writing, guild, user, after)
        return after


def candidates(ruleset: Ruleset, length: int, met: Container[str]) -> tuple[ListedPuzzle, ...]:
    """Return the candidates for the next puzzle after `length` solved ones.

    They belong to the step for that length, and are not in `met`. If none of them is left, take
    those of an easier step; if none is left there either, take the whole step.
    """
    steps = steps_of_runs(ruleset)
    last = min(length // OF_EACH, len(steps) - 1)
    for step in reversed(steps[: last + 1]):
        left = tuple(each for each in step if each.id not in met)
        if left:
            return left
    return steps[last]


@lru_cache
def steps_of_runs(ruleset: Ruleset) -> tuple[tuple[ListedPuzzle, ...], ...]:
    """Return the puzzles of a ruleset, the easiest first, in steps that have enough of them."""
    steps, step = list[tuple[ListedPuzzle, ...]](), tuple[ListedPuzzle, ...]()
    for difficulty in range(1, HARD + 1):
        step += tuple(each for each in listed(ruleset) if min(each.difficulty, HARD) == difficulty)
        if len(step) >= ENOUGH:
            steps.append(step)
            step = ()
    if step:
        easier = steps.pop() if steps else ()
        steps.append(easier + step)
    return tuple(steps)


async def _find(reading: Reading, guild: GuildId, user: UserId) -> StreakRun:
    row = await RUNS.find(reading.connection, guild_id=guild, user_id=user)
    return NO_RUN if row is None else row.run


async def _keep(writing: Writing, guild: GuildId, user: UserId, run: StreakRun) -> None:
    await RUNS.upsert(writing.connection, _RunRow(guild, user, run))


async def _running(reading: Reading, guild: GuildId, run: StreakRun) -> StreakState:
    puzzle = find_puzzle(run.puzzle)
    if puzzle is None:
        raise AssertionError(f"a streak without a puzzle: {run}")
    best = 0
    if guild != IN_PERSON:
        longest = await puzzle_queries.longest_runs(reading, guild, 1)
        best = max((each.best for each in longest), default=0)
    return StreakState(run, puzzle, best)
