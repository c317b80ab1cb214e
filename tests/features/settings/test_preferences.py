"""The preferences of users, and that these outlast the process."""

from pathlib import Path
from random import Random

from bot.features.settings.preferences import PlacementMode, Preferences
from bot.jobs.clock import SystemClock
from bot.match.identity import UserId
from bot.services import open_services

ADA, BOB = UserId(1), UserId(2)


async def test_a_preference_survives_a_restart_and_belongs_to_one_user(
    tmp_path: Path,
) -> None:
    file = tmp_path / "boop.sqlite3"
    async with open_services(file, SystemClock(), Random(1)) as services:
        assert await services.preferences.of(ADA) == Preferences(PlacementMode.CONFIRMED)
        changed = await services.preferences.prefer(ADA, "placing", PlacementMode.AT_ONCE)
        assert changed == Preferences(PlacementMode.AT_ONCE)
    async with open_services(file, SystemClock(), Random(1)) as services:
        assert await services.preferences.of(ADA) == Preferences(PlacementMode.AT_ONCE)
        assert await services.preferences.of(BOB) == Preferences(PlacementMode.CONFIRMED)
