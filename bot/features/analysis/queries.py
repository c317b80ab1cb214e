"""What the engine made of matches that are over: one text for each, with the edition it is of."""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.match.identity import Instant, MatchId

QUERIES: Final = load_queries(__file__)


async def find(reading: Reading, match: MatchId, edition: str) -> str | None:
    """Return the analysis of a match, if there is one of that edition."""
    row = await QUERIES.analysis_of_match(reading.connection, match_id=match)
    return None if row is None or row["edition"] != edition else str(row["body"])


async def keep(writing: Writing, match: MatchId, edition: str, body: str, now: Instant) -> None:
    """Keep the analysis of a match in place of any that there was."""
    await QUERIES.keep_analysis(
        writing.connection, match_id=match, edition=edition, body=body, made_at=now
    )
