"""Followers in the database."""

from bot.match.identity import Instant, MatchId
from bot.store import followers
from bot.store.database import Database
from tests.match.table import LATER, NOON, STRANGER, match
from tests.store.keeping import ONE, keep


async def test_word_that_is_owed_is_known_to_whoever_watches_over_the_bot(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await followers.follow(writing, ONE, STRANGER, NOON)
        assert await followers.first_due(writing) is None
        await followers.owe(writing, MatchId(2), NOON)
        assert await followers.first_due(writing) is None
        await followers.owe(writing, ONE, LATER)
        assert await followers.first_due(writing) == LATER
        await followers.unfollow(writing, ONE, STRANGER)
        assert await followers.first_due(writing) is None


async def test_what_is_not_due_yet_is_not_hurried_by_a_restart(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await followers.follow(writing, ONE, STRANGER, NOON)
        await followers.owe(writing, ONE, LATER)
        await followers.resume(writing, NOON)
        assert await followers.due(writing, NOON, 9) == []
        [owed] = await followers.due(writing, LATER, 9)
        assert await followers.claim(writing, owed, LATER, Instant(LATER + 100))
        await followers.resume(writing, LATER)
        assert await followers.due(writing, LATER, 9) == [owed]
