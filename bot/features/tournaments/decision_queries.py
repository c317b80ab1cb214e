"""Decisions about tournaments in the database."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.outbox.entries import OutboxKind, Upkeep
from bot.features.tournaments.decisions import DecisionId, ManagerDecision
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.queries import TournamentJob
from bot.match.identity import Erasure

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("decision")

describe(ManagerDecision, until="until_at")
DECISIONS: Final = Table("decisions", ManagerDecision, key=("id",))

DECISION_NOTICE: Final = OutboxKind("tournament decision", Upkeep.POST)
"""The messages to an entrant, who is the subject, about what was decided or undone.

The revision is the number under which that was told.
"""


@dataclass(frozen=True, slots=True)
class DecisionDue(TournamentJob):
    """The moment from which a decision can no longer be undone."""

    kind: ClassVar[str] = "tournament decision"
    decision: DecisionId


def allot_number(writing: Writing) -> Statement[int]:
    """Return the statement that allots the number of a decision, or of undoing one."""
    return allot(writing, NUMBERS)


def insert(writing: Writing, decision: ManagerDecision) -> Statement[int]:
    """Return the statement that stores a new decision."""
    return DECISIONS.insert(writing.connection, decision)


def keep(writing: Writing, before: ManagerDecision, after: ManagerDecision) -> Statement[int]:
    """Return the statement that stores what became of a decision."""
    return DECISIONS.update(writing.connection, before, after)


def find(reading: Reading, number: DecisionId) -> Statement[ManagerDecision | None]:
    """Query a decision."""
    return DECISIONS.find(reading.connection, id=number)


def pending(reading: Reading, tournament: TournamentId) -> Statement[list[ManagerDecision]]:
    """Query the decisions about a tournament that can be undone, the first first."""
    found = QUERIES.pending_decisions(reading.connection, tournament_id=tournament)
    return found.all(ManagerDecision)


def of_tournament(reading: Reading, tournament: TournamentId) -> Statement[list[ManagerDecision]]:
    """Query all decisions about a tournament, in no order."""
    return DECISIONS.find_all(reading.connection, tournament_id=tournament)


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Put a former player in the place of a user who has decided something."""
    await execute(
        QUERIES.decisions_anonymised(
            writing.connection, user_id=erasure.user, gone_id=erasure.former
        )
    )
