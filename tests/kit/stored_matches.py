"""Store matches directly, for tests of rows that refer to them."""

from bot.db.database import Database
from bot.features.matches import queries as match_queries
from bot.features.matches.columns import LATELY_PLAYED
from bot.match.identity import ChannelId, MatchId
from bot.match.match import Match

ONE = MatchId(1)
THREAD = ChannelId(71)


async def store(database: Database, *matches: Match) -> None:
    async with database.writing() as writing:
        for each in matches:
            await match_queries.insert(writing, each)


async def load_match(database: Database, number: MatchId = ONE) -> Match | None:
    LATELY_PLAYED.clear()  # Read the database, not the cache.
    async with database.reading() as reading:
        return await match_queries.find(reading, number)
