"""Servers' settings in the database."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.db.database import Database
from bot.db.errors import UnreadableRow
from bot.db.migrations import migrate, migrations
from bot.db.opening import open_database
from bot.features.settings.queries import find, keep
from bot.features.settings.server import (
    Leaderboard,
    LeavingPolicy,
    MatchPages,
    Pings,
    SearchEngines,
    ServerSettings,
    StartEvents,
)
from bot.features.settings.zones.local_time import DailyHour, WeeklyHour
from bot.match.clock import DAY, HOUR, Bank, NoLimit
from bot.match.identity import ChannelId, GuildId, RoleId, Seconds
from bot.match.terms import Stakes, VenueKind
from bot.text import Language

HERE, ELSEWHERE = GuildId(7), GuildId(8)
ALL_SET = ServerSettings(
    theme="night",
    language=Language("de"),
    venue=VenueKind.CHANNEL,
    games_channel=ChannelId(71),
    players=RoleId(72),
    hosts=RoleId(73),
    search_engines=SearchEngines.ALLOWED,
    winners=RoleId(74),
    start_events=StartEvents.ON,
    most_matches=3,
    most_challenges=2,
    ruleset="scarce",
    time=Bank(Seconds(DAY), HOUR, Seconds(2 * DAY)),
    stakes=Stakes.CASUAL,
    pings=Pings.NONE,
    vacation_days=0,
    leaving=LeavingPolicy.FORFEITS,
    log_channel=ChannelId(73),
    season_days=90,
    digest_channel=ChannelId(74),
    digest_day=3,
    digest_hour=17,
    zone="UTC+05:30",
    leaderboard=Leaderboard.PUBLIC,
    match_pages=MatchPages.OFF,
    puzzle_channel=ChannelId(75),
    lobby_channel=ChannelId(76),
    puzzle_hour=6,
)

BEFORE_ZONES = """
INSERT INTO servers (
    guild_id, venue, most_matches, most_challenges, vacation_days, ruleset, time_control, stakes,
    pings, leaving, digest_channel_id, digest_day, digest_hour, leaderboard, puzzle_hour
) VALUES (
    7, 'thread', 30, 5, 30, 'classic', '259200', 'rated',
    'allowed', 'clock runs', 74, 3, 17, 'private', 6
)
"""


async def stored_settings(database: Database, settings: ServerSettings) -> ServerSettings:
    async with database.writing() as writing:
        await keep(writing, HERE, settings)
    async with database.reading() as reading:
        return await find(reading, HERE)


def test_the_example_differs_from_the_defaults_in_everything() -> None:
    for each in fields(ServerSettings):
        assert getattr(ALL_SET, each.name) != getattr(ServerSettings(), each.name), each.name


async def test_all_settings_are_stored_and_replaced(database: Database) -> None:
    untimed = replace(ALL_SET, time=NoLimit())
    for settings in (ALL_SET, ServerSettings(), untimed, ALL_SET):
        assert await stored_settings(database, settings) == settings
    async with database.reading() as reading:
        assert await find(reading, ELSEWHERE) == ServerSettings()


async def test_an_unreadable_row_is_detected(database: Database) -> None:
    async with database.writing() as writing:
        await keep(writing, HERE, ALL_SET)
        await writing.connection.ask("UPDATE servers SET venue = 'attic'")
    async with database.reading() as reading:
        with pytest.raises(UnreadableRow, match="servers"):
            await find(reading, HERE)


async def test_a_server_from_before_there_were_zones_keeps_its_hours_in_utc(
    tmp_path: Path,
) -> None:
    database = await open_database(tmp_path / "old.sqlite3")
    try:
        await migrate(database, migrations()[:2])
        async with database.writing() as writing:
            await writing.connection.ask(BEFORE_ZONES)
        await migrate(database, migrations())
        async with database.reading() as reading:
            settings = await find(reading, HERE)
    finally:
        await database.close()
    assert settings.zone == "UTC"
    assert settings.digest_at == WeeklyHour(3, 17, "UTC")
    assert settings.puzzle_day == DailyHour(6, "UTC")
