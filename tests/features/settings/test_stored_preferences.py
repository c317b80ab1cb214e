"""Preferences in the database."""

from bot.db.database import Database
from bot.features.settings.preference_queries import find, keep
from bot.features.settings.preferences import Placing, Preferences
from bot.match.identity import UserId

ADA, BOB = UserId(1), UserId(2)


async def test_who_never_said_is_asked_to_confirm(database: Database) -> None:
    async with database.reading() as reading:
        assert await find(reading, ADA) == Preferences(Placing.CONFIRMED)


async def test_preferences_are_kept_for_each_person_and_replaced(database: Database) -> None:
    for placing in (Placing.AT_ONCE, Placing.CONFIRMED, Placing.AT_ONCE):
        async with database.writing() as writing:
            await keep(writing, ADA, Preferences(placing))
        async with database.reading() as reading:
            assert await find(reading, ADA) == Preferences(placing)
            assert await find(reading, BOB) == Preferences()
