"""How the whole stands, in numbers for whoever watches over the bot."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.statements import load_queries
from bot.match.identity import Instant

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What lives and what lags behind; `due_at` is when the first work of the sweeper is due."""

    matches_live: int
    beds_unshown: int
    due_at: Instant | None


async def snapshot(reading: Reading) -> Snapshot:
    """Count what lives and what lags behind."""
    connection = reading.connection
    beds, since = await QUERIES.beds_behind(connection).one(tuple[int, Instant | None])
    due = [
        since,
        await QUERIES.challenges_behind(connection).first(Instant),
        await QUERIES.notifications_behind(connection).first(Instant),
    ]
    live = await QUERIES.matches_live(connection).one(int)
    return Snapshot(live, beds, min((each for each in due if each is not None), default=None))
