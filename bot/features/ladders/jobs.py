"""Jobs of ladders."""

from dataclasses import dataclass
from typing import ClassVar

from bot.db.database import Writing
from bot.db.statements import Statement
from bot.features.competitions.decisions import DecisionId
from bot.features.ladders.ladder import LadderChallengeId, LadderId
from bot.jobs.jobs import Job, schedule
from bot.match.identity import GuildId, Instant


@dataclass(frozen=True, slots=True)
class LadderJob(Job):
    """The base of jobs of a ladder."""

    kind: ClassVar[str] = "ladder job"
    guild: GuildId
    ladder: LadderId


@dataclass(frozen=True, slots=True)
class LadderLook(LadderJob):
    """A check for players who rest, fall, or can no longer play."""

    kind: ClassVar[str] = "ladder look"
    is_foreseen: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class LadderAnswer(LadderJob):
    """The deadline for accepting a challenge."""

    kind: ClassVar[str] = "ladder answer"
    is_delayed: ClassVar[bool] = True
    challenge: LadderChallengeId


@dataclass(frozen=True, slots=True)
class LadderMatch(LadderJob):
    """The beginning of the match of a challenge."""

    kind: ClassVar[str] = "ladder match"
    challenge: LadderChallengeId


@dataclass(frozen=True, slots=True)
class LadderDecisionDue(LadderJob):
    """The moment when a decision becomes final."""

    kind: ClassVar[str] = "ladder decision"
    decision: DecisionId


def due(writing: Writing, job: LadderJob, due_at: Instant | None) -> Statement[int]:
    """Return the statement that schedules a job, or cancels it if `due_at` is None."""
    return schedule(writing, job, due_at, job.guild)
