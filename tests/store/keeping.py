"""Matches kept in a database, for what hangs on them."""

from bot.match.identity import (
    ChannelId,
    MatchId,
)
from bot.match.match import Match
from bot.store import matches
from bot.store.database import Database

ONE = MatchId(1)
THREAD = ChannelId(71)


async def keep(database: Database, *kept: Match) -> None:
    async with database.writing() as writing:
        for each in kept:
            await matches.insert(writing, each)
