"""What the people who manage a server have set for it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.game import CLASSIC
from bot.match.calendar import MONDAY_AT_NINE, WeekHour
from bot.match.clock import DEFAULT_TIME, TimeControl
from bot.match.identity import ChannelId, RoleId
from bot.match.terms import HomeKind, Stakes


class Pings(Enum):
    """Whether people may be pinged where a match lives. The values are what is kept."""

    ALLOWED = "allowed"
    NONE = "none"


class Leaving(Enum):
    """What happens to the matches of somebody who leaves the server."""

    CLOCK_RUNS = "clock runs"
    """They go on: whoever left may come back in time."""
    FORFEITS = "forfeits"
    """They end at once, for the opponent."""


class Leaderboard(Enum):
    """Whether a server's leaderboard may be read on the web."""

    PRIVATE = "private"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; as they are made here, those of a server that never set any.

    `theme` is the name of what public pictures look like, `None` for the first of the themes.
    Matches live in a place of the sort `home`; if `games_channel` is set, wherever they were
    asked for, they live there. `players` is the role that may play, `None` for everyone.
    `most_matches` and `most_challenges` bound what one person has open here, `vacation_days` how
    long their clocks may rest in a year. `ruleset`, `time` and `stakes` are the terms of a
    challenge that does not say. In `log_channel` stands what moderators do, if anywhere.
    A season ends by itself after `season_days`, without them by hand. The week is told of in
    `digest_channel`, if anywhere, at `digest_hour`. The puzzle of the day is posted in
    `puzzle_channel`, if anywhere; its day begins at `puzzle_hour`, in UTC, or without one as
    `bot.features.puzzles.days.hour_of` says.
    """

    theme: str | None = None
    home: HomeKind = HomeKind.THREAD
    games_channel: ChannelId | None = None
    players: RoleId | None = None
    most_matches: int = 30
    most_challenges: int = 5
    ruleset: str = CLASSIC.name
    time: TimeControl = DEFAULT_TIME
    stakes: Stakes = Stakes.RATED
    pings: Pings = Pings.ALLOWED
    vacation_days: int = 30
    leaving: Leaving = Leaving.CLOCK_RUNS
    log_channel: ChannelId | None = None
    season_days: int | None = None
    digest_channel: ChannelId | None = None
    digest_hour: WeekHour = MONDAY_AT_NINE
    leaderboard: Leaderboard = Leaderboard.PRIVATE
    puzzle_channel: ChannelId | None = None
    puzzle_hour: int | None = None


class Limit(Enum):
    """A number that can be set for a server."""

    MATCHES = "matches"
    CHALLENGES = "challenges"
    VACATION = "vacation"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that can be set."""

    least: int
    most: int


BOUNDS: Final = {
    Limit.MATCHES: Bounds(1, 100),
    Limit.CHALLENGES: Bounds(1, 25),
    Limit.VACATION: Bounds(0, 60),
}


def limited(settings: ServerSettings, limits: Mapping[Limit, int]) -> ServerSettings:
    """Return the settings with these limits."""
    return replace(
        settings,
        most_matches=limits.get(Limit.MATCHES, settings.most_matches),
        most_challenges=limits.get(Limit.CHALLENGES, settings.most_challenges),
        vacation_days=limits.get(Limit.VACATION, settings.vacation_days),
    )


def limits_of(settings: ServerSettings) -> dict[Limit, int]:
    """Return the limits that are set."""
    return {
        Limit.MATCHES: settings.most_matches,
        Limit.CHALLENGES: settings.most_challenges,
        Limit.VACATION: settings.vacation_days,
    }
