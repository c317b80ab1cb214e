"""The puzzle of the day in each server, and puzzles for practice."""

from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.engine.puzzles import Puzzle, PuzzleTheme, listed
from bot.features.matches.errors import ServiceRefusal
from bot.features.puzzles import queries as puzzle_queries
from bot.features.puzzles.days import (
    IN_PERSON,
    Attempt,
    PuzzleDay,
    PuzzleStreak,
    begins_at,
    date_of,
    next_begins_at,
    today,
)
from bot.features.puzzles.lines import (
    AnswerResult,
    LineAnswer,
    draw,
    find_puzzle,
    played,
    result_of,
    ruleset_for,
)
from bot.features.puzzles.queries import QUERIES, Counts, Solver, UnbrokenStreak
from bot.features.puzzles.ratings import PuzzleRating, PuzzleResult, RatingWithChange, ratings_after
from bot.features.settings import queries as settings_queries
from bot.features.settings.zones.local_time import DailyHour
from bot.game import Ruleset, Turn
from bot.jobs.clock import Clock
from bot.match.calendar import Day
from bot.match.identity import GuildId, Instant, UserId
from bot.text import N_


class PuzzleGone(ServiceRefusal):
    """The requested day had no puzzle, or its puzzle no longer exists."""

    message = N_("I no longer have that puzzle. `/puzzle today` brings today's.")


class NoSuchPuzzle(ServiceRefusal):
    """A ruleset has no puzzle of the requested theme."""

    message = N_("There are no such puzzles for that ruleset. Choose another.")


async def day_now(reading: Reading, guild: GuildId, now: Instant) -> tuple[DailyHour, PuzzleDay]:
    """Return when days begin in a server, and its current day."""
    start = (await settings_queries.find(reading, guild)).puzzle_day
    return start, today(now, start, await puzzle_queries.latest_day(reading, guild))


async def drawn_for(writing: Writing, guild: GuildId, day: PuzzleDay) -> Puzzle:
    """Return the puzzle of a day; draw one if it has none that this program knows."""
    number = await puzzle_queries.of_day(writing, guild, day)
    known = None if number is None else find_puzzle(number)
    if known is not None:
        return known
    ruleset = ruleset_for((await settings_queries.find(writing, guild)).ruleset)
    used = await puzzle_queries.days_of_puzzles(writing, guild)
    puzzle = draw(listed(ruleset), used, f"server {guild}")
    await puzzle_queries.keep_day(writing, guild, day, puzzle.id)
    return puzzle


async def rate(
    writing: Writing, user: UserId, puzzle: Puzzle, result: PuzzleResult, now: Instant
) -> RatingWithChange:
    """Rate a user's result in a puzzle, if it is their first."""
    person = await puzzle_queries.rating_of(writing, user)
    if not await puzzle_queries.record_result(writing, user, puzzle.id, result, now):
        return RatingWithChange(person)
    strength = await puzzle_queries.strength_of(writing, puzzle)
    after, strength_after = ratings_after(person, strength, result, now)
    await puzzle_queries.keep_ratings(writing, user, after, puzzle, strength_after)
    return RatingWithChange(after, round(after.rating.points) - round(person.rating.points))


MOST_NAMED: Final = 10
"""How many solvers of a day are named."""
MOST_STREAKS: Final = 10
SHARED_WITHIN: Final = 60
"""A solution is shared within this many seconds, unless the program ends in between."""


@dataclass(frozen=True, slots=True)
class DailySolvers:
    """Who solved a day's puzzle on that day: how many, the first, and the one with fewest tries.

    In direct messages no solver is named.
    """

    counts: Counts
    first: tuple[Solver, ...] = ()
    best: Solver | None = None


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzle of a day, and a user's attempt at it.

    `guild` is `IN_PERSON` for direct messages. `date` is the date of that day in the server.
    `next_at` is when the next puzzle comes. `solved` is set only for a user who has solved it or
    was shown the solution. `rated` is the change by their last turn if that was wrong or solved it,
    or by giving up.
    """

    guild: GuildId
    day: PuzzleDay
    date: Day
    today: PuzzleDay
    puzzle: Puzzle
    attempt: Attempt
    streak: PuzzleStreak
    next_at: Instant
    solved: DailySolvers | None = None
    rated: RatingWithChange | None = None

    @property
    def is_todays(self) -> bool:
        """Whether it is today's puzzle, the only one that counts for the streak."""
        return self.day == self.today


@dataclass(frozen=True, slots=True)
class LineProgress:
    """The state in which a user chose a turn: turns found and missed so far."""

    found: int
    misses: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """The longest unbroken streaks of a server, and the viewer's own."""

    today: PuzzleDay
    first: tuple[UnbrokenStreak, ...]
    own: PuzzleStreak


class Puzzles:
    """Draws puzzles, and records who solved them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def todays(self, guild: GuildId, user: UserId) -> Daily:
        """Return today's puzzle; it is drawn if this is the first request for it."""
        return await self._daily(guild, user, None)

    async def of_day(self, guild: GuildId, user: UserId, day: PuzzleDay) -> Daily:
        """Return the puzzle of a day. Raise `PuzzleGone` if there is none."""
        return await self._daily(guild, user, day)

    async def answer(
        self,
        guild: GuildId,
        user: UserId,
        turn: Turn,
        day: PuzzleDay,
        seen: LineProgress | None = None,
    ) -> LineAnswer[Daily]:
        """Play the next turn of the line.

        `seen` is the state in which it was chosen; by default the current one. Raise `PuzzleGone`,
        and what `bot.game.play` raises for a turn that cannot be played, which does not count.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await self._find(writing, guild, user, day)
            attempt = before.attempt
            if attempt.is_over or seen not in (None, LineProgress(attempt.found, attempt.misses)):
                return LineAnswer(before, AnswerResult.BEHIND)
            step = played(before.puzzle, attempt.found, turn)
            result = result_of(before.puzzle, attempt.found, step)
            after = _attempt_after(before, result, now)
            await _keep(writing, user, before, after)
            rated = None
            if result is AnswerResult.WRONG:
                rated = await rate(writing, user, before.puzzle, PuzzleResult.MISSED, now)
            if after.is_solved:
                first = PuzzleResult.MISSED if after.misses else PuzzleResult.SOLVED
                rated = await rate(writing, user, before.puzzle, first, now)
                streak = before.streak.solving(day, before.today, before.next_at)
                await puzzle_queries.keep_streak(writing, guild, user, streak)
                await puzzle_queries.record_seen(writing, user, before.puzzle.id, now)
            daily = await self._find(writing, guild, user, day)
            return LineAnswer(replace(daily, rated=rated), result, step)

    async def give_up(self, guild: GuildId, user: UserId, day: PuzzleDay) -> Daily:
        """Show a user the solution, once or again. Raise `PuzzleGone`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            before = await self._find(writing, guild, user, day)
            if before.attempt.is_over:
                return before
            await _keep(writing, user, before, before.attempt.giving_up(now))
            rated = await rate(writing, user, before.puzzle, PuzzleResult.MISSED, now)
            streak = before.streak.giving_up(day, before.today)
            if streak != before.streak:
                await puzzle_queries.keep_streak(writing, guild, user, streak)
            await puzzle_queries.record_seen(writing, user, before.puzzle.id, now)
            return replace(await self._find(writing, guild, user, day), rated=rated)

    async def share(self, guild: GuildId, user: UserId, day: PuzzleDay) -> bool:
        """Claim the sharing of a solution. Return False if it was shared, or was not found.

        A claim that is not confirmed within a minute may be repeated.
        """
        now = self._clock.now()
        until = Instant(now + SHARED_WITHIN)
        async with self._database.writing() as writing:
            return await puzzle_queries.share(writing, guild, day, user, now, until)

    async def shared(self, guild: GuildId, user: UserId, day: PuzzleDay) -> None:
        """Record that a solution was shared, for good."""
        async with self._database.writing() as writing:
            await QUERIES.puzzle_shared(
                writing.connection,
                guild_id=guild,
                day=day,
                user_id=user,
                shared_at=self._clock.now(),
            )

    async def unshare(self, guild: GuildId, user: UserId, day: PuzzleDay) -> None:
        """Record that sharing a solution failed, so that it may be shared later."""
        async with self._database.writing() as writing:
            await QUERIES.puzzle_not_shared(
                writing.connection, guild_id=guild, day=day, user_id=user
            )

    async def streak_of(self, guild: GuildId, user: UserId) -> tuple[PuzzleStreak, PuzzleDay]:
        """Return a user's streak, and the current day."""
        async with self._database.snapshot() as reading:
            start, day = await day_now(reading, guild, self._clock.now())
            return await _streak_on(reading, guild, user, day, start), day

    async def streaks(self, guild: GuildId, user: UserId) -> Streaks:
        """List the longest unbroken streaks of a server."""
        async with self._database.snapshot() as reading:
            start, day = await day_now(reading, guild, self._clock.now())
            first = await puzzle_queries.unbroken_streaks(
                reading, guild, begins_at(day, start), MOST_STREAKS
            )
            return Streaks(day, first, await _streak_on(reading, guild, user, day, start))

    async def practice(
        self, guild: GuildId, user: UserId, ruleset: Ruleset, theme: PuzzleTheme | None = None
    ) -> Puzzle:
        """Return the practice puzzle that a user saw longest ago, and record that they see it.

        Among unseen puzzles it is about as hard as the user is strong. Today's is left out if there
        is another. Raise `NoSuchPuzzle`.
        """
        async with self._database.writing() as writing:
            _, day = await day_now(writing, guild, self._clock.now())
            todays = await drawn_for(writing, guild, day)
            every = [each for each in listed(ruleset) if theme is None or theme in each.themes]
            if not every:
                raise NoSuchPuzzle
            others = [each for each in every if each.id != todays.id] or every
            seen = await puzzle_queries.puzzles_seen(writing, user)
            points = (await puzzle_queries.rating_of(writing, user)).rating.points
            puzzle = draw(others, seen, f"{user} {ruleset.name}", points)
            await puzzle_queries.record_seen(writing, user, puzzle.id, self._clock.now())
            return puzzle

    async def practised(
        self, user: UserId, puzzle: Puzzle, result: PuzzleResult
    ) -> RatingWithChange:
        """Record a user's result in a practice puzzle; only the first result counts."""
        async with self._database.writing() as writing:
            return await rate(writing, user, puzzle, result, self._clock.now())

    async def counts(self, user: UserId, puzzle: Puzzle) -> bool:
        """Return whether a user's next result in a puzzle changes their puzzle rating."""
        async with self._database.reading() as reading:
            return not await puzzle_queries.has_result(reading, user, puzzle.id)

    async def rating_of(self, user: UserId) -> PuzzleRating:
        """Return a user's puzzle rating."""
        async with self._database.reading() as reading:
            return await puzzle_queries.rating_of(reading, user)

    async def _daily(self, guild: GuildId, user: UserId, day: PuzzleDay | None) -> Daily:
        async with self._database.snapshot() as reading:
            daily = await self._drawn_daily(reading, guild, user, day)
        if daily is not None:
            return daily
        async with self._database.writing() as writing:
            return await self._find(writing, guild, user, day)

    async def _find(
        self, writing: Writing, guild: GuildId, user: UserId, day: PuzzleDay | None
    ) -> Daily:
        """Return a day's puzzle; draw today's if it is not known yet."""
        _, now_is = await day_now(writing, guild, self._clock.now())
        if day in (None, now_is):
            await drawn_for(writing, guild, now_is)
        daily = await self._drawn_daily(writing, guild, user, day)
        if daily is None:
            raise PuzzleGone
        return daily

    async def _drawn_daily(
        self, reading: Reading, guild: GuildId, user: UserId, requested: PuzzleDay | None
    ) -> Daily | None:
        """Return a day's puzzle if it was drawn, and this program has it."""
        start, now_is = await day_now(reading, guild, self._clock.now())
        day = now_is if requested is None else requested
        number = await puzzle_queries.of_day(reading, guild, day)
        puzzle = None if number is None else find_puzzle(number)
        if puzzle is None:
            return None
        attempt = await puzzle_queries.attempt(reading, guild, day, user)
        return Daily(
            guild,
            day,
            date_of(day, start),
            now_is,
            puzzle,
            attempt,
            await _streak_on(reading, guild, user, now_is, start),
            next_begins_at(self._clock.now(), start, now_is),
            await solved_on(reading, guild, day) if attempt.is_over else None,
        )


async def solved_on(reading: Reading, guild: GuildId, day: PuzzleDay) -> DailySolvers:
    """Return who solved a day's puzzle on that day."""
    # Users who are left off leaderboards are counted, but not named.
    counts = await QUERIES.puzzle_counts(reading.connection, guild_id=guild, day=day).one(Counts)
    if guild == IN_PERSON:
        return DailySolvers(counts)
    first = await puzzle_queries.solvers(reading, guild, day, MOST_NAMED)
    return DailySolvers(counts, first, await puzzle_queries.best_solver(reading, guild, day))


async def _streak_on(
    reading: Reading, guild: GuildId, user: UserId, today: PuzzleDay, start: DailyHour
) -> PuzzleStreak:
    streak = await puzzle_queries.streak(reading, guild, user)
    return streak.carried(today, begins_at(today, start))


def _attempt_after(before: Daily, result: AnswerResult, now: Instant) -> Attempt:
    """Return the attempt after a turn with that result."""
    attempt = before.attempt
    if result is AnswerResult.WRONG:
        return attempt.missing()
    if result is AnswerResult.RIGHT:
        return attempt.after_right_turn()
    return attempt.solving(now, before.today)


async def _keep(writing: Writing, user: UserId, before: Daily, after: Attempt) -> None:
    if not await puzzle_queries.keep_attempt(
        writing, before.guild, before.day, user, before.attempt, after
    ):
        raise AssertionError(f"an attempt of {user} changed inside a transaction")
