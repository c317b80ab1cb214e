"""Posting the puzzle of the day where a server wants it."""

from dataclasses import dataclass

from bot.db.database import Database, Writing
from bot.engine.puzzles import Puzzle
from bot.features.puzzles import queries as puzzle_queries
from bot.features.puzzles.days import PuzzleDay, begins_at, date_of, next_begins_at, today
from bot.features.puzzles.queries import PlannedPost
from bot.features.puzzles.service import Solved, day_now, drawn_for, solved_on
from bot.features.settings.server import ServerSettings
from bot.jobs.clock import Clock
from bot.match.calendar import Day
from bot.match.identity import GuildId, Instant


@dataclass(frozen=True, slots=True)
class DailyPost:
    """What is posted: a day's puzzle, and who solved the one before, if there was one."""

    day: PuzzleDay
    date: Day
    puzzle: Puzzle
    before: Solved | None


class PuzzlePosts:
    """Finds out which puzzles are to be posted in servers."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def due(self, guild: GuildId) -> PlannedPost | None:
        """Return the post of a server that is due now, if there is one."""
        async with self._database.reading() as reading:
            planned = await puzzle_queries.find(reading, guild)
        return planned if planned and planned.due_at <= self._clock.now() else None

    async def post_of(self, planned: PlannedPost) -> DailyPost | None:
        """Return what is to be posted: today's puzzle, however many days were missed.

        None where today's was posted already, before the hour was set to a later one.
        """
        async with self._database.writing() as writing:
            hour, day = await day_now(writing, planned.guild, self._clock.now())
            if planned.posted_day == day:
                return None
            puzzle = await drawn_for(writing, planned.guild, day)
            before = PuzzleDay(day - 1)
            known = await puzzle_queries.of_day(writing, planned.guild, before)
            solved = None if known is None else await solved_on(writing, planned.guild, before)
            return DailyPost(day, date_of(day, hour), puzzle, solved)

    async def done(self, planned: PlannedPost, post: DailyPost | None) -> None:
        """Record what was posted, if anything; the day after that one is posted next."""
        async with self._database.writing() as writing:
            hour, now_is = await day_now(writing, planned.guild, self._clock.now())
            # Another day may have begun since: that one is still to be posted.
            posted = planned.posted_day if post is None else post.day
            day = now_is if posted is None else posted
            next_at = begins_at(PuzzleDay(day + 1), hour)
            await puzzle_queries.posted(writing, planned, day, next_at)

    async def lost(self, planned: PlannedPost) -> bool:
        """Record that nothing can be posted there until somebody mends it.

        It is tried again a day later. True when that was not known before.
        """
        now = self._clock.now()
        lost_at = planned.lost_at or now
        async with self._database.writing() as writing:
            hour, day = await day_now(writing, planned.guild, self._clock.now())
            next_at = next_begins_at(now, hour, day)
            await puzzle_queries.lost(writing, planned, lost_at, next_at)
        return planned.lost_at is None


async def plan_post(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    settings: ServerSettings,
    now: Instant,
) -> None:
    """Plan the next post as it is set now: at the beginning of the next day.

    It is now where a day has begun by that which is not posted, and one before it was.
    """
    hour = settings.puzzle_begins_at
    is_new = settings.puzzle_channel != before.puzzle_channel
    if not is_new and hour == before.puzzle_begins_at:
        return
    if settings.puzzle_channel is None:
        await puzzle_queries.drop(writing, guild)
        return
    day = today(now, hour, await puzzle_queries.latest_day(writing, guild))
    posted_day = await puzzle_queries.posted_day(writing, guild)
    is_behind = posted_day is not None and posted_day < day
    await puzzle_queries.plan(writing, guild, now if is_behind else next_begins_at(now, hour, day))
