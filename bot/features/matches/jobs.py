"""Jobs of a match: its clock, its thread, and the bot's answer."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, Statements
from bot.jobs import jobs
from bot.jobs.backoff import GRACE
from bot.jobs.clock import ProcessPresence
from bot.jobs.jobs import Job
from bot.match.clock import BOARD_WITHIN
from bot.match.identity import GuildId, Instant, MatchId, Seconds
from bot.match.match import Match, Venue
from bot.match.terms import VenueKind, server_of


@dataclass(frozen=True, slots=True)
class TimeOut(Job):
    """The end of a match when the player to move runs out of time."""

    kind: ClassVar[str] = "time out"
    is_delivered_together: ClassVar[bool] = True
    match: MatchId


LOOK_EVERY: Final = Seconds(4.0)
"""Seconds between two looks at a clock by minutes."""
LATE: Final = Seconds(2.0)
"""How late a look may be before the bot counts as away."""


@dataclass(frozen=True, slots=True)
class ClockLook(Job):
    """A look at a clock by minutes, every few seconds while the bot is connected.

    A late look shows how long the bot was away; the match gets that time back. The heartbeat
    notices only outages of minutes, too late for such a match.
    """

    kind: ClassVar[str] = "clock look"
    is_foreseen: ClassVar[bool] = False
    is_delayed: ClassVar[bool] = True
    match: MatchId


@dataclass(frozen=True, slots=True)
class ThreadLook(Job):
    """A check of a match's thread, to keep it open, and to rename it at the end.

    Discord archives a thread after a week without messages, and a click in an archived thread may
    never reach the bot.
    """

    kind: ClassVar[str] = "thread look"
    is_foreseen: ClassVar[bool] = False
    match: MatchId


@dataclass(frozen=True, slots=True)
class BotAnswer(Job):
    """The bot's action in a match: to play, or to answer an offer.

    If the bot answers at once, the code that shows the match starts the answer. The job follows a
    moment later, in case that fails.
    """

    kind: ClassVar[str] = "bot answer"
    match: MatchId


@dataclass(frozen=True, slots=True)
class ClockStart(Job):
    """The start of a match's clocks even though a board could not be posted.

    Only an outage postpones it.
    """

    kind: ClassVar[str] = "clock start"
    is_delayed: ClassVar[bool] = True
    match: MatchId


def schedule_beginning(writing: Writing, match: Match) -> Statements:
    """Return the statements that schedule the jobs of a new match."""
    due = [] if match.answer_at is None else [_answer(writing, match)]
    if match.clock.is_by_minutes:
        due.append(_look(writing, match))
    if match.clock.awaits_board:
        start_at = Instant(match.started_at + BOARD_WITHIN)
        due.append(jobs.schedule(writing, ClockStart(match.id), start_at))
    if _flag(match) is not None:
        due.append(_time_out(writing, match))
    return Statements(*due)


def schedule_change(writing: Writing, before: Match, after: Match) -> Statements:
    """Return the statements that reschedule the jobs of a changed match.

    They lock the rows of jobs in the order of their kinds, as the runner does, to avoid deadlocks.
    """
    is_same = _flag(after) == _flag(before)
    due = [] if after.answer_at == before.answer_at else [_answer(writing, after)]
    if after.clock.is_by_minutes and not is_same:
        due.append(_look(writing, after))
    if _awaits_board(before) and not _awaits_board(after):
        due.append(jobs.cancel(writing, ClockStart(after.id)))
    if after.outcome is not None and after.venue.is_thread:
        due.append(jobs.hasten(writing, ThreadLook(after.id), after.changed_at))
    if not is_same:
        due.append(_time_out(writing, after))
    return Statements(*due)


def schedule_thread_look(writing: Writing, match: Match, due_at: Instant) -> Statement[int]:
    """Return the statement that schedules a check of a match's thread, if it has one."""
    look_at = due_at if match.venue.is_thread else None
    return jobs.schedule(writing, ThreadLook(match.id), look_at, match.venue.guild)


def rest_with_venue(writing: Writing, match: Match) -> Statements:
    """Return the statements that make a match's jobs wait for its server, if it has one.

    They lock the rows in the order of the runner.
    """
    return Statements(
        *(
            jobs.rest_with(writing, due, _server(match))
            for due in (BotAnswer(match.id), ClockLook(match.id), TimeOut(match.id))
        )
    )


async def lost_time(
    reading: Reading, match: Match, now: Instant, presence: ProcessPresence
) -> Seconds:
    """Return how long the bot was away from a match by minutes, up to now.

    Count from the last look, because the outage may have begun right after it. If this process has
    taken the match over from another one since then, even a short gap is an outage.
    """
    if not match.clock.is_by_minutes:
        return Seconds(0.0)
    look_at = await jobs.due_at(reading, ClockLook(match.id))
    if look_at is None:
        return Seconds(0.0)
    looked_at = Instant(look_at - LOOK_EVERY)
    away = now - looked_at - presence.leapt(looked_at, now)
    if looked_at >= _served_since(presence, match.venue) and away <= LOOK_EVERY + LATE:
        return Seconds(0.0)
    return Seconds(max(0.0, away))


def _time_out(writing: Writing, match: Match) -> Statement[int]:
    return jobs.schedule(writing, TimeOut(match.id), _flag(match), _server(match))


def _look(writing: Writing, match: Match) -> Statement[int]:
    is_running = _flag(match) is not None
    look_at = Instant(match.changed_at + LOOK_EVERY) if is_running else None
    return jobs.schedule(writing, ClockLook(match.id), look_at, _server(match))


def _answer(writing: Writing, match: Match) -> Statement[int]:
    due_at = match.answer_at
    if due_at is not None and due_at <= match.changed_at:
        due_at = Instant(match.changed_at + GRACE)
    return jobs.schedule(writing, BotAnswer(match.id), due_at, _server(match))


def _awaits_board(match: Match) -> bool:
    return match.outcome is None and bool(match.clock.awaits_board)


def _flag(match: Match) -> Instant | None:
    return None if match.outcome is not None else match.clock.flag_at


def _served_since(presence: ProcessPresence, venue: Venue) -> Instant:
    if venue.kind is VenueKind.DIRECT:
        return presence.serves_direct_messages_since()
    return presence.serves_since(venue.guild)


def _server(match: Match) -> GuildId | None:
    """Return the server whose outages a match's jobs sit out; None for direct messages."""
    return server_of(match.venue.home)
