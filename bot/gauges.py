"""How the whole stands, in numbers for whoever watches over the bot."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.statements import load_queries
from bot.features.watching import queries as watching_queries
from bot.match.identity import Instant

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Standing:
    """What lives and what lags behind; `due_at` is when the first work of the sweeper is due."""

    matches_live: int
    beds_unshown: int
    due_at: Instant | None


async def standing(reading: Reading) -> Standing:
    """Count what lives and what lags behind."""
    connection = reading.connection
    beds = await QUERIES.beds_behind(connection)
    due = [
        beds["since"],
        await QUERIES.challenges_behind(connection),
        await QUERIES.notices_behind(connection),
        await watching_queries.first_due(reading),
    ]
    known = [Instant(moment) for moment in due if moment is not None]
    live: int = await QUERIES.matches_live(connection)
    return Standing(live, int(beds["beds"]), min(known, default=None))
