"""The table of decisions about ladders."""

from typing import Final

from bot.db.program import Counter
from bot.db.rows import describe
from bot.db.tables import Table
from bot.features.competitions.decision_table import DecisionTable
from bot.features.ladders.decisions import LadderDecision

describe(LadderDecision, until="until_at")
DECISIONS: Final = DecisionTable(
    Table("ladder_decisions", LadderDecision, key=("id",)), Counter("ladder decision"), "ladder_id"
)
