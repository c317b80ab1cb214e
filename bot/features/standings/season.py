"""A season of a server: a stretch of time with a table of its own."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final, NewType

from bot.features.standings.rating import Scope
from bot.jobs.jobs import Job
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant


class Listing(Enum):
    """Whether somebody stands on leaderboards. The values are what is kept."""

    LISTED = "listed"
    LEFT_OFF = "left off"


SeasonNumber = NewType("SeasonNumber", int)
"""Which of a server's seasons is meant, the first being 1."""


class Span(Enum):
    """Of what time a leaderboard is, where it is not of a season by its number."""

    RUNNING = "now"
    """The season that runs."""
    ALL_TIME = "all"


Period = Span | SeasonNumber


@dataclass(frozen=True, slots=True)
class Season:
    """A season. `ends_at` is when it ends by itself, `ended_at` when it did end."""

    id: Scope
    guild: GuildId
    number: int
    began_at: Instant
    ends_at: Instant | None = None
    ended_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class SeasonEnd(Job):
    """The end of a server's season, once its time has come."""

    kind: ClassVar[str] = "season end"
    guild: GuildId


@dataclass(frozen=True, slots=True)
class Title:
    """What somebody won who was among the first three of a season in a ruleset."""

    season: int
    ruleset: str
    place: int


LAST_TITLE: Final = 3
"""The last place that comes with a title."""


def end_of(began_at: Instant, days: int | None) -> Instant | None:
    """Return when a season of so many days ends; never of itself without."""
    return None if days is None else Instant(began_at + days * DAY)


SOONEST: Final = DAY
"""Seconds that a season has left at least when its length is changed."""


def planned_end(season: Season, days: int | None, now: Instant) -> Instant | None:
    """Return when a season that runs ends once seasons are so long.

    One that would be over already has a day left, in which the change can be changed back.
    """
    end = end_of(season.began_at, days)
    return None if end is None else Instant(max(end, now + SOONEST))
