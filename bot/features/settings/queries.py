"""Servers' settings in the database."""

import sqlite3
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.statements import load_queries
from bot.features.settings.server import Leaderboard, Leaving, Pings, ServerSettings
from bot.match.clock import read_time, write_time
from bot.match.identity import ChannelId, GuildId, RoleId
from bot.match.terms import HomeKind, Stakes

QUERIES: Final = load_queries(__file__)


async def find(reading: Reading, guild: GuildId) -> ServerSettings:
    """Return a server's settings; what every server has that never set any.

    Raises `UnreadableRow`.
    """
    row = await QUERIES.settings_of(reading.connection, guild_id=guild)
    if row is None:
        return ServerSettings()
    try:
        return _settings(row)
    except ValueError as error:
        raise UnreadableRow("servers", guild) from error


async def keep(writing: Writing, guild: GuildId, settings: ServerSettings) -> None:
    """Write a server's settings in place of those before."""
    await QUERIES.keep_settings(
        writing.connection,
        guild_id=guild,
        theme=settings.theme,
        home=settings.home.value,
        games_channel_id=settings.games_channel,
        players_role_id=settings.players,
        most_matches=settings.most_matches,
        most_challenges=settings.most_challenges,
        ruleset=settings.ruleset,
        time_control=write_time(settings.time),
        stakes=settings.stakes.value,
        pings=settings.pings.value,
        vacation_days=settings.vacation_days,
        leaving=settings.leaving.value,
        log_channel_id=settings.log_channel,
        season_days=settings.season_days,
        digest_channel_id=settings.digest_channel,
        digest_day=settings.digest_day,
        digest_hour=settings.digest_hour,
        leaderboard=settings.leaderboard.value,
        puzzle_channel_id=settings.puzzle_channel,
        puzzle_hour=settings.puzzle_hour,
    )


def _settings(row: sqlite3.Row) -> ServerSettings:
    games, players, log = row["games_channel_id"], row["players_role_id"], row["log_channel_id"]
    digest, puzzle = row["digest_channel_id"], row["puzzle_channel_id"]
    return ServerSettings(
        theme=row["theme"],
        home=HomeKind(row["home"]),
        games_channel=None if games is None else ChannelId(games),
        players=None if players is None else RoleId(players),
        most_matches=int(row["most_matches"]),
        most_challenges=int(row["most_challenges"]),
        ruleset=row["ruleset"],
        time=read_time(row["time_control"]),
        stakes=Stakes(row["stakes"]),
        pings=Pings(row["pings"]),
        vacation_days=int(row["vacation_days"]),
        leaving=Leaving(row["leaving"]),
        log_channel=None if log is None else ChannelId(log),
        season_days=row["season_days"],
        digest_channel=None if digest is None else ChannelId(digest),
        digest_day=int(row["digest_day"]),
        digest_hour=int(row["digest_hour"]),
        leaderboard=Leaderboard(row["leaderboard"]),
        puzzle_channel=None if puzzle is None else ChannelId(puzzle),
        puzzle_hour=row["puzzle_hour"],
    )
