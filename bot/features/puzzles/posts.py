"""Posting the puzzle of the day in servers."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Database, Writing
from bot.engine.puzzles import Puzzle
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry, OutboxKind, Upkeep
from bot.features.puzzles import queries as puzzle_queries
from bot.features.puzzles.days import PuzzleDay, begins_at, date_of, next_begins_at, today
from bot.features.puzzles.service import DailySolvers, day_now, drawn_for, solved_on
from bot.features.settings.server import ServerSettings
from bot.jobs.clock import Clock
from bot.match.calendar import Day
from bot.match.identity import GuildId, Instant, Revision


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The post: a day's puzzle, and who solved the one before, if there was one."""

    day: PuzzleDay
    date: Day
    puzzle: Puzzle
    before: DailySolvers | None


async def _next_at(
    writing: Writing, entry: OutboxEntry, revision: Revision | None, now: Instant
) -> Instant:
    """Return when a server's next post is due: after that of day `revision`, or the first one."""
    start, day = await day_now(writing, GuildId(entry.subject), now)
    if revision is None:
        return next_begins_at(now, start, day)
    # Another day may have begun since; its puzzle is still to be posted.
    return begins_at(PuzzleDay(revision + 1), start)


DAILY_PUZZLE: Final = OutboxKind("daily puzzle", Upkeep.POST, next_at=_next_at)
"""The puzzle of a server's day. Its revision is that day, 0 before the first post."""


class PuzzlePosts:
    """Finds out which puzzles to post in servers."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def post_of(self, due: OutboxEntry) -> DailyPost | None:
        """Return the post that is due: today's puzzle, however many days were missed.

        Return `None` if today's was posted already, before the hour was moved later.
        """
        guild = GuildId(due.subject)
        async with self._database.writing() as writing:
            start, day = await day_now(writing, guild, self._clock.now())
            if PuzzleDay(due.shown_revision) == day:
                return None
            puzzle = await drawn_for(writing, guild, day)
            before = PuzzleDay(day - 1)
            known = await puzzle_queries.of_day(writing, guild, before)
            solved = None if known is None else await solved_on(writing, guild, before)
            return DailyPost(day, date_of(day, start), puzzle, solved)


async def plan_post(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    settings: ServerSettings,
    now: Instant,
) -> None:
    """Schedule the next post by the new settings: at the beginning of the next day.

    It is due at once if, by the new settings, a day has begun that was not posted yet, and an
    earlier day was posted.
    """
    start = settings.puzzle_day
    is_new = settings.puzzle_channel != before.puzzle_channel
    if not is_new and start == before.puzzle_day:
        return
    if settings.puzzle_channel is None:
        await outbox_queries.cancel(writing, DAILY_PUZZLE, guild)
        return
    day = today(now, start, await puzzle_queries.latest_day(writing, guild))
    entry = await outbox_queries.find(writing, DAILY_PUZZLE, guild)
    posted_day = Revision(0) if entry is None else entry.shown_revision
    due_at = now if 0 < posted_day < day else next_begins_at(now, start, day)
    await outbox_queries.plan(writing, DAILY_PUZZLE, guild, posted_day, due_at)
