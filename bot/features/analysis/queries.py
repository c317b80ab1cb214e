"""What the engine made of matches that are over: one text for each, with the edition it is of."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.tables import Table
from bot.match.identity import Instant, MatchId


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """An analysis as it is kept."""

    match: MatchId
    edition: str
    body: str
    made_at: Instant


ANALYSES: Final = Table("analyses", KeptAnalysis, key=("match_id",))


async def find(reading: Reading, match: MatchId, edition: str) -> str | None:
    """Return the analysis of a match, if there is one of that edition."""
    found = await ANALYSES.find(reading.connection, match_id=match, edition=edition)
    return None if found is None else found.body


async def keep(writing: Writing, match: MatchId, edition: str, body: str, now: Instant) -> None:
    """Keep the analysis of a match in place of any that there was."""
    await ANALYSES.upsert(writing.connection, KeptAnalysis(match, edition, body, now))
