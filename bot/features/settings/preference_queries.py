"""What people prefer, in the database."""

import sqlite3
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.features.settings.preferences import (
    DayMinute,
    Placing,
    Preferences,
    QuietHours,
    Telling,
    Threats,
    Way,
)
from bot.match.clock import Share
from bot.match.identity import Instant, UserId

QUERIES: Final = load_queries(__file__)


async def find(reading: Reading, user: UserId) -> Preferences:
    """Return what a person prefers; what everybody does who never said."""
    row = await QUERIES.preferences_of(reading.connection, user_id=user)
    if row is None:
        return Preferences()
    theme, threats = row["theme"], Threats(row["threats"])
    return Preferences(Placing(row["placing"]), theme, threats, _telling(row))


async def keep(writing: Writing, user: UserId, preferred: Preferences) -> None:
    """Write what a person prefers in place of what they did before."""
    telling = preferred.telling
    await QUERIES.keep_preferences(
        writing.connection,
        user_id=user,
        placing=preferred.placing.value,
        theme=preferred.theme,
        threats=preferred.threats.value,
        turn_way=telling.turn.value,
        time_way=telling.time.value,
        offer_way=telling.offer.value,
        over_way=telling.over.value,
        zone=telling.zone,
        quiet_from=telling.quiet.begin if telling.quiet else None,
        quiet_to=telling.quiet.end if telling.quiet else None,
        digest_minute=telling.digest_minute,
        reminder=telling.reminder.value,
    )


async def digests_due(reading: Reading, now: Instant, most: int) -> list[UserId]:
    """List up to so many people whose daily list is due."""
    rows = QUERIES.digests_due(reading.connection, now=now, most=most)
    return [UserId(row["user_id"]) async for row in rows]


async def digest_next(writing: Writing, user: UserId, digest_at: Instant | None) -> None:
    """Note when a person's next daily list is due, if they want one."""
    await QUERIES.digest_next(writing.connection, user_id=user, digest_at=digest_at)


async def next_digest(reading: Reading) -> Instant | None:
    """Return the moment at which the next daily list is due."""
    moment: float | None = await QUERIES.next_digest(reading.connection)
    return None if moment is None else Instant(moment)


def _telling(row: sqlite3.Row) -> Telling:
    quiet = None
    if row["quiet_from"] is not None:
        quiet = QuietHours(DayMinute(row["quiet_from"]), DayMinute(row["quiet_to"]))
    return Telling(
        turn=Way(row["turn_way"]),
        time=Way(row["time_way"]),
        offer=Way(row["offer_way"]),
        over=Way(row["over_way"]),
        zone=row["zone"],
        quiet=quiet,
        digest_minute=DayMinute(row["digest_minute"]),
        reminder=Share(row["reminder"]),
    )
