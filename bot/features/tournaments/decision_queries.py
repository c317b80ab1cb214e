"""Decisions about tournaments: their table, the messages about them, and when they take effect."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.program import Counter
from bot.db.rows import describe
from bot.db.tables import Table
from bot.features.competitions.decision_table import DecisionTable
from bot.features.competitions.decisions import DecisionId
from bot.features.outbox.entries import OutboxKind, Upkeep
from bot.features.tournaments.decisions import TournamentDecision
from bot.features.tournaments.jobs import TournamentJob

describe(TournamentDecision, until="until_at")
DECISIONS: Final = DecisionTable(
    Table("decisions", TournamentDecision, key=("id",)), Counter("decision"), "tournament_id"
)

DECISION_NOTICE: Final = OutboxKind("tournament decision", Upkeep.POST)
"""The messages to an entrant, who is the subject, about what was decided or undone.

The revision is the number under which that was told.
"""


@dataclass(frozen=True, slots=True)
class DecisionDue(TournamentJob):
    """The moment when a decision becomes final."""

    kind: ClassVar[str] = "tournament decision"
    decision: DecisionId
