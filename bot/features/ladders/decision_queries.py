"""Decisions about ladders: their table, the messages about them, and when they take effect."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.program import Counter
from bot.db.rows import describe
from bot.db.tables import Table
from bot.features.competitions.decision_table import DecisionTable
from bot.features.competitions.decisions import DecisionId
from bot.features.ladders.decisions import LadderDecision
from bot.features.ladders.jobs import LadderJob
from bot.features.outbox.entries import OutboxKind, Upkeep

describe(LadderDecision, until="until_at")
DECISIONS: Final = DecisionTable(
    Table("ladder_decisions", LadderDecision, key=("id",)), Counter("ladder decision"), "ladder_id"
)

LADDER_DECISION_NOTICE: Final = OutboxKind("ladder decision", Upkeep.POST)
"""The messages to a player, who is the subject, about decisions that were made or undone.

The revision is the number of the message, `ManagerDecision.message_number`.
"""


@dataclass(frozen=True, slots=True)
class LadderDecisionDue(LadderJob):
    """The moment when a decision becomes final."""

    kind: ClassVar[str] = "ladder decision"
    decision: DecisionId
