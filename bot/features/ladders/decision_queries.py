"""Decisions about ladders in the database."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.ladders.decisions import LadderDecision, LadderDecisionId
from bot.features.ladders.ladder import LadderId
from bot.features.ladders.queries import LadderJob
from bot.features.outbox.entries import OutboxKind, Upkeep
from bot.match.identity import Erasure, Revision

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("ladder decision")

describe(LadderDecision, until="until_at")
DECISIONS: Final = Table("ladder_decisions", LadderDecision, key=("id",))

LADDER_DECISION_NOTICE: Final = OutboxKind("ladder decision", Upkeep.POST)
"""The messages to a player, who is the subject, about what was decided or undone.

The revision is the number under which that was told.
"""


@dataclass(frozen=True, slots=True)
class LadderDecisionDue(LadderJob):
    """The moment from which a decision can no longer be undone."""

    kind: ClassVar[str] = "ladder decision"
    decision: LadderDecisionId


def allot_number(writing: Writing) -> Statement[int]:
    """Return the statement that allots the number of a decision, or of undoing one."""
    return allot(writing, NUMBERS)


def insert(writing: Writing, decision: LadderDecision) -> Statement[int]:
    """Return the statement that stores a new decision."""
    return DECISIONS.insert(writing.connection, decision)


def keep(writing: Writing, before: LadderDecision, after: LadderDecision) -> Statement[int]:
    """Return the statement that stores what became of a decision."""
    return DECISIONS.update(writing.connection, before, after)


def find(reading: Reading, number: LadderDecisionId) -> Statement[LadderDecision | None]:
    """Query a decision."""
    return DECISIONS.find(reading.connection, id=number)


def pending(reading: Reading, ladder: LadderId) -> Statement[list[LadderDecision]]:
    """Query the decisions about a ladder that can be undone, the first first."""
    return QUERIES.pending_ladder_decisions(reading.connection, ladder_id=ladder).all(
        LadderDecision
    )


def told(reading: Reading, ladder: LadderId, at: Revision) -> Statement[LadderDecision | None]:
    """Query the decision that was told last under a number."""
    return QUERIES.ladder_decision_told(reading.connection, ladder_id=ladder, told=at).first(
        LadderDecision
    )


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Put a former player in the place of a user who has decided something."""
    await execute(
        QUERIES.ladder_decisions_anonymised(
            writing.connection, user_id=erasure.user, gone_id=erasure.former
        )
    )
