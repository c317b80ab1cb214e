"""Followers in the database."""

from bot.db.database import Database
from bot.features.watching import queries as watching_queries
from bot.match.identity import Instant, MatchId
from tests.db.keeping import ONE, keep
from tests.match.table import LATER, NOON, STRANGER, match


async def test_word_that_is_owed_is_known_to_whoever_watches_over_the_bot(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await watching_queries.follow(writing, ONE, STRANGER, NOON)
        assert await watching_queries.first_due(writing) is None
        await watching_queries.owe(writing, MatchId(2), NOON)
        assert await watching_queries.first_due(writing) is None
        await watching_queries.owe(writing, ONE, LATER)
        assert await watching_queries.first_due(writing) == LATER
        await watching_queries.unfollow(writing, ONE, STRANGER)
        assert await watching_queries.first_due(writing) is None


async def test_what_is_not_due_yet_is_not_hurried_by_a_restart(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await watching_queries.follow(writing, ONE, STRANGER, NOON)
        await watching_queries.owe(writing, ONE, LATER)
        await watching_queries.resume(writing, NOON)
        assert await watching_queries.due(writing, NOON, 9) == []
        [owed] = await watching_queries.due(writing, LATER, 9)
        assert await watching_queries.claim(writing, owed, LATER, Instant(LATER + 100))
        await watching_queries.resume(writing, LATER)
        assert await watching_queries.due(writing, LATER, 9) == [owed]
