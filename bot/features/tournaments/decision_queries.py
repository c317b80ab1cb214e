"""The table of decisions about tournaments."""

from typing import Final

from bot.db.program import Counter
from bot.db.rows import describe
from bot.db.tables import Table
from bot.features.competitions.decision_table import DecisionTable
from bot.features.tournaments.decisions import TournamentDecision

describe(TournamentDecision, until="until_at")
DECISIONS: Final = DecisionTable(
    Table("decisions", TournamentDecision, key=("id",)), Counter("decision"), "tournament_id"
)
