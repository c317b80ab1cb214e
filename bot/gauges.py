"""The state of the whole in numbers, for whoever watches over the bot."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.statements import execute, load_queries
from bot.features.boards import queries as board_queries
from bot.match.identity import Instant

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What lives and what lags behind; `due_at` is when the first of it is due."""

    matches_live: int
    boards_unshown: int
    due_at: Instant | None


async def snapshot(reading: Reading) -> Snapshot:
    """Count what lives and what lags behind."""
    live, unshown = await execute(
        QUERIES.matches_live(reading.connection).one(int),
        QUERIES.boards_unshown(reading.connection).one(int),
    )
    return Snapshot(live, unshown, await board_queries.next_due(reading))
