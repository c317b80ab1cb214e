"""The jobs that are due later in a tournament."""

from dataclasses import dataclass
from typing import ClassVar

from bot.db.database import Writing
from bot.db.statements import Statement, Statements
from bot.features.competitions.decisions import DecisionId
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.tournament import Tournament
from bot.jobs.jobs import Job, schedule
from bot.match.identity import GuildId, Instant


@dataclass(frozen=True, slots=True)
class TournamentJob(Job):
    """Something that is due in a tournament."""

    kind: ClassVar[str] = "tournament"
    guild: GuildId
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class TournamentStart(TournamentJob):
    """The start of a tournament, or its end if too few have entered."""

    kind: ClassVar[str] = "tournament start"


@dataclass(frozen=True, slots=True)
class TournamentSoon(TournamentJob):
    """A notice that a tournament starts within a day."""

    kind: ClassVar[str] = "tournament soon"


@dataclass(frozen=True, slots=True)
class MatchesBeginning(TournamentJob):
    """The beginning of the matches of a tournament that has started."""

    kind: ClassVar[str] = "tournament matches"


@dataclass(frozen=True, slots=True)
class TournamentCheck(TournamentJob):
    """A check after a result, or after an entrant has left."""

    kind: ClassVar[str] = "tournament check"
    is_foreseen: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class TournamentFinish(TournamentJob):
    """The latest end of a tournament."""

    kind: ClassVar[str] = "tournament finish"


@dataclass(frozen=True, slots=True)
class TournamentWaitingOver(TournamentJob):
    """The moment when the waiting list of a tournament that has begun is closed."""

    kind: ClassVar[str] = "tournament waiting over"


@dataclass(frozen=True, slots=True)
class StartEvent(TournamentJob):
    """A check whether to make, change or delete the server's event that announces a start."""

    kind: ClassVar[str] = "tournament event"
    is_foreseen: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class DecisionDue(TournamentJob):
    """The moment when a decision becomes final."""

    kind: ClassVar[str] = "tournament decision"
    decision: DecisionId


def due(writing: Writing, job: TournamentJob, due_at: Instant | None) -> Statement[int]:
    """Return the statement that schedules the next job of a tournament."""
    return schedule(writing, job, due_at, job.guild)


def look_at_event(writing: Writing, tournament: Tournament, now: Instant) -> Statements:
    """Return the statements that schedule a check of a start's event, if there may be one."""
    if tournament.terms.starts_at is None:
        return Statements()
    job = StartEvent(tournament.place.guild, tournament.id)
    return Statements(due(writing, job, now))
