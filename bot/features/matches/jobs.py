"""Jobs of a match: the end of the time, its thread, and the bot's answer."""

from dataclasses import dataclass
from typing import ClassVar

from bot.db.database import Writing
from bot.db.statements import Statement, Statements
from bot.jobs import jobs
from bot.jobs.backoff import GRACE
from bot.jobs.jobs import Job
from bot.match.identity import GuildId, Instant, MatchId
from bot.match.match import Match
from bot.match.terms import VenueKind


@dataclass(frozen=True, slots=True)
class TimeOut(Job):
    """The end of a match when the player to move runs out of time."""

    kind: ClassVar[str] = "time out"
    is_delivered_together: ClassVar[bool] = True
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

    If the bot answers at once, the code that shows the match starts the answer; the job comes a
    moment later in case that fails.
    """

    kind: ClassVar[str] = "bot answer"
    match: MatchId


def schedule_beginning(writing: Writing, match: Match) -> Statements:
    """Return the statements that schedule what is due in a new match."""
    due = [] if _deadline(match) is None else [_time_out(writing, match)]
    if match.answer_at is not None:
        due.append(_answer(writing, match))
    return Statements(*due)


def schedule_change(writing: Writing, before: Match, after: Match) -> Statements:
    """Return the statements that schedule what a change of a match makes due."""
    is_same = _deadline(after) == _deadline(before)
    due = [] if is_same else [_time_out(writing, after)]
    if after.answer_at != before.answer_at:
        due.append(_answer(writing, after))
    if after.outcome is not None and after.venue.is_thread:
        due.append(jobs.hasten(writing, ThreadLook(after.id), after.changed_at))
    return Statements(*due)


def schedule_thread_look(writing: Writing, match: Match, due_at: Instant) -> Statement[int]:
    """Return the statement that schedules a check of a match's thread, if it has one."""
    look_at = due_at if match.venue.is_thread else None
    return jobs.schedule(writing, ThreadLook(match.id), look_at, match.venue.guild)


def rest_with_venue(writing: Writing, match: Match) -> Statements:
    """Return the statements by which a match's jobs wait for its server, if it has one."""
    return Statements(
        *(
            jobs.rest_with(writing, due, _server(match))
            for due in (TimeOut(match.id), BotAnswer(match.id))
        )
    )


def _time_out(writing: Writing, match: Match) -> Statement[int]:
    return jobs.schedule(writing, TimeOut(match.id), _deadline(match), _server(match))


def _answer(writing: Writing, match: Match) -> Statement[int]:
    due_at = match.answer_at
    if due_at is not None and due_at <= match.changed_at:
        due_at = Instant(match.changed_at + GRACE)
    return jobs.schedule(writing, BotAnswer(match.id), due_at, _server(match))


def _deadline(match: Match) -> Instant | None:
    return None if match.outcome is not None else match.clock.deadline


def _server(match: Match) -> GuildId | None:
    return None if match.venue.kind is VenueKind.DIRECT else match.venue.guild
