"""What is due in a match by the mere passing of time."""

from dataclasses import dataclass
from typing import ClassVar

from bot.db.database import Writing
from bot.db.statements import Statement, Statements
from bot.jobs import jobs
from bot.jobs.jobs import Job
from bot.match.identity import GuildId, Instant, MatchId
from bot.match.match import Match
from bot.match.terms import VenueKind


@dataclass(frozen=True, slots=True)
class TimeOut(Job):
    """The end of a match in which time runs out for the player to move."""

    kind: ClassVar[str] = "time out"
    match: MatchId


def schedule_beginning(writing: Writing, match: Match) -> Statements:
    """Return what schedules what is due in a match that begins."""
    deadline = _deadline(match)
    return Statements(*([] if deadline is None else [_time_out(writing, match)]))


def schedule_change(writing: Writing, before: Match, after: Match) -> Statements:
    """Return what schedules what is due in a match otherwise than before."""
    if _deadline(after) == _deadline(before):
        return Statements()
    return Statements(_time_out(writing, after))


def rest_with_venue(writing: Writing, match: Match) -> Statements:
    """Return what has that rest with the server where the match lives now; with none in person."""
    return Statements(jobs.rest_with(writing, TimeOut(match.id), _server(match)))


def _time_out(writing: Writing, match: Match) -> Statement[int]:
    return jobs.schedule(writing, TimeOut(match.id), _deadline(match), _server(match))


def _deadline(match: Match) -> Instant | None:
    return None if match.outcome is not None else match.clock.deadline


def _server(match: Match) -> GuildId | None:
    return None if match.venue.kind is VenueKind.DIRECT else match.venue.guild
