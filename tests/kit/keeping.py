"""Matches stored in a database, for tests of rows that refer to them."""

from bot.db.database import Database
from bot.features.matches import queries as match_queries
from bot.features.matches.columns import LATELY_PLAYED
from bot.match.identity import ChannelId, MatchId
from bot.match.match import Match

ONE = MatchId(1)
THREAD = ChannelId(71)


async def keep(database: Database, *kept: Match) -> None:
    async with database.writing() as writing:
        for each in kept:
            await match_queries.insert(writing, each)


async def kept_match(database: Database, number: MatchId = ONE) -> Match | None:
    LATELY_PLAYED.clear()  # Read what was written, not what is cached.
    async with database.reading() as reading:
        return await match_queries.find(reading, number)
