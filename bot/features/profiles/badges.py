"""Badges for deeds, each earned once in a server, by what is stored of a match and of its player.

A deed is done in a match that was won, lost or drawn; what was called off gives nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.features.profiles.statistics import LastTurn, SeatStatistics
from bot.game import RULESETS
from bot.match.match import Why
from bot.match.score import Score

MANY_MATCHES: Final = 100
MANY_TURNS: Final = 100
MANY_OPPONENTS: Final = 10
FAR_BEHIND: Final = 3
"""Cats by which somebody was behind who has come back from afar."""

RULESET_NAMES: Final = frozenset(ruleset.name for ruleset in RULESETS)
_ON_THE_BED: Final = (Why.LINE, Why.FULL_BED)


class Badge(Enum):
    """An action that is worth a badge. The values are what is kept."""

    GRADUATION = "graduation"
    EIGHT_CATS = "eight cats"
    COMEBACK = "comeback"
    PLANNED_WIN = "planned win"
    MARATHON = "marathon"
    TEN_OPPONENTS = "ten opponents"
    HUNDRED_MATCHES = "hundred matches"
    ALL_RULESETS = "all rulesets"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match went for one of its players. `turns` counts those of both seats."""

    score: Score
    why: Why
    turns: int
    facts: SeatStatistics
    last_turn: LastTurn = LastTurn.BY_HAND

    @property
    def won_on_bed(self) -> bool:
        """Whether they won by what was on the bed, and not because the other gave up."""
        return self.score is Score.WIN and self.why in _ON_THE_BED


@dataclass(frozen=True, slots=True)
class Career:
    """What somebody has done in a server, the match that has just ended included."""

    matches: int = 0
    opponents: int = 0
    rulesets_won: frozenset[str] = frozenset()


def earned(ended: Ended, career: Career) -> frozenset[Badge]:
    """Return the badges that somebody has a right to after a match, those they had too."""
    return frozenset(badge for badge, is_earned in EARNED.items() if is_earned(ended, career))


def _graduated(ended: Ended, _: Career) -> bool:
    return ended.facts.graduations > 0


def _filled_the_bed(ended: Ended, _: Career) -> bool:
    return ended.score is Score.WIN and ended.why is Why.FULL_BED


def _came_back(ended: Ended, _: Career) -> bool:
    return ended.won_on_bed and ended.facts.behind >= FAR_BEHIND


def _won_as_planned(ended: Ended, _: Career) -> bool:
    return ended.won_on_bed and ended.last_turn is LastTurn.PLANNED


def _played_long(ended: Ended, _: Career) -> bool:
    return ended.turns > MANY_TURNS


def _met_many(_: Ended, career: Career) -> bool:
    return career.opponents >= MANY_OPPONENTS


def _played_many(_: Ended, career: Career) -> bool:
    return career.matches >= MANY_MATCHES


def _won_in_all(_: Ended, career: Career) -> bool:
    return career.rulesets_won >= RULESET_NAMES


EARNED: Final[Mapping[Badge, Callable[[Ended, Career], bool]]] = {
    Badge.GRADUATION: _graduated,
    Badge.EIGHT_CATS: _filled_the_bed,
    Badge.COMEBACK: _came_back,
    Badge.PLANNED_WIN: _won_as_planned,
    Badge.MARATHON: _played_long,
    Badge.TEN_OPPONENTS: _met_many,
    Badge.HUNDRED_MATCHES: _played_many,
    Badge.ALL_RULESETS: _won_in_all,
}
"""What each badge takes."""
