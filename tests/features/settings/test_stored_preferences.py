"""Preferences in the database."""

from dataclasses import fields

import pytest

from bot.db.database import Database
from bot.db.errors import UnreadableRow
from bot.features.settings.preferences import (
    PREFERENCES,
    BoardFormat,
    DayMinute,
    DeliveryMethod,
    NotificationPreferences,
    PageName,
    PlacementMode,
    Preferences,
    QuietHours,
    Threats,
)
from bot.features.settings.queries import find_preferences, keep_preferences
from bot.match.clock import Share
from bot.match.identity import UserId
from bot.text import Language

ADA, BOB = UserId(1), UserId(2)
ALL_SET = Preferences(
    placing=PlacementMode.AT_ONCE,
    theme="night",
    threats=Threats.SHOWN,
    boards=BoardFormat.WORDS,
    page_name=PageName.UNNAMED,
    language=Language("de"),
    locale=Language("pt-PT"),
    notifications=NotificationPreferences(
        turn=DeliveryMethod.DIGEST,
        time=DeliveryMethod.DIRECT,
        reminder=Share.HALF,
        offer=DeliveryMethod.SILENT,
        over=DeliveryMethod.OFF,
        zone="Europe/Berlin",
        quiet=QuietHours(DayMinute(0), DayMinute(420)),
        digest_minute=DayMinute(0),
    ),
)


def test_the_example_differs_from_the_defaults_in_everything() -> None:
    for one, other in (
        (ALL_SET, Preferences()),
        (ALL_SET.notifications, NotificationPreferences()),
    ):
        for each in fields(other):
            assert getattr(one, each.name) != getattr(other, each.name), each.name


async def test_preferences_are_kept_for_each_person_and_replaced(database: Database) -> None:
    for preferred in (ALL_SET, Preferences(), ALL_SET):
        async with database.writing() as writing:
            await keep_preferences(writing, ADA, preferred)
        async with database.reading() as reading:
            assert await find_preferences(reading, ADA) == preferred
            assert await find_preferences(reading, BOB) == Preferences()


def test_each_preference_is_put_and_read_by_its_name() -> None:
    for name, setting in PREFERENCES.items():
        changed = setting.put(Preferences(), setting.of(ALL_SET))
        assert changed != Preferences(), name
        assert setting.of(changed) == setting.of(ALL_SET)


async def test_an_unreadable_row_is_detected(database: Database) -> None:
    async with database.writing() as writing:
        await keep_preferences(writing, ADA, ALL_SET)
        await writing.connection.ask("UPDATE preferences SET turn_method = 'pigeon'")
    async with database.reading() as reading:
        with pytest.raises(UnreadableRow, match="preferences"):
            await find_preferences(reading, ADA)
