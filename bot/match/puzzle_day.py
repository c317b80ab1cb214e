"""The day that a puzzle is of: each server has one a day, from a fixed hour on."""

from typing import Final, NewType

from bot.match.clock import DAY, HOUR
from bot.match.day import Day
from bot.match.identity import GuildId, Instant
from bot.match.settings import ServerSettings
from bot.match.week import HOURS_IN_A_DAY

PuzzleDay = NewType("PuzzleDay", int)
"""Which day is meant: how many lie between the epoch's and it. It begins at its server's hour."""

IN_PERSON: Final = GuildId(0)
"""Stands for direct messages, which have puzzles of their own; no server has this number."""
MIDNIGHT: Final = 0


def hour_of(settings: ServerSettings) -> int:
    """Give the hour, in UTC, at which a server's days begin."""
    if settings.puzzle_hour is not None:
        return settings.puzzle_hour
    if settings.digest_channel is not None:
        return settings.digest_hour % HOURS_IN_A_DAY
    return MIDNIGHT


def begins_at(day: PuzzleDay, hour: int) -> Instant:
    """Give the moment at which a day begins."""
    return Instant(day * DAY + hour * HOUR)


def day_at(now: Instant, hour: int) -> PuzzleDay:
    """Give the day that a moment lies in."""
    return PuzzleDay(int((now - hour * HOUR) // DAY))


def today(now: Instant, hour: int, latest: PuzzleDay | None) -> PuzzleDay:
    """Give the day that it is where the latest one to have a puzzle is that.

    A day that has begun goes on where the hour was set to a later one since: nobody is to solve
    yesterday's puzzle once more.
    """
    day = day_at(now, hour)
    return PuzzleDay(day + 1) if latest == day + 1 else day


def next_begins_at(now: Instant, hour: int, day: PuzzleDay) -> Instant:
    """Give the moment after now at which a later day than this one begins."""
    return begins_at(PuzzleDay(max(day, day_at(now, hour)) + 1), hour)


def date_of(day: PuzzleDay, hour: int) -> Day:
    """Give the date, in UTC, of the middle of a day.

    Where a day begins at one's own midnight, that is the date there, but for the farthest east.
    """
    return Day.of(Instant(begins_at(day, hour) + DAY / 2))
