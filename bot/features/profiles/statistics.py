"""Statistics of a finished match, from its turns, and the badges that they earn.

A badge is earned once in a server, by what is stored of a match and of its player. It takes a match
that was won, lost or drawn; what was called off gives nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from bot.game import RULESETS, Graduated, Position, Seat, Square, Step
from bot.match.ending import Score
from bot.match.identity import Instant, PerSeat, Revision, Seconds
from bot.match.match import Why

LINE: Final = 3
"""Pieces that graduate together at least; fewer are a recall."""
NO_TIME: Final = Seconds(0.0)


class LastTurn(Enum):
    """How the last turn of a match was played. The values are what is kept."""

    BY_HAND = "by hand"
    PLANNED = "planned"
    """It was a reply that its player had planned."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn, when it was played, and the revision that it brought the match to."""

    step: Step
    at: Instant
    revision: Revision


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """What one seat did in a match.

    `opening` is where its first piece was placed, `None` if it never placed one. `moves` counts
    the turns played by hand and `seconds` is how long they took in all, rests of the clock
    included. `graduations` counts lines, `behind` is by how many cats it was behind at the most.
    """

    opening: Square | None = None
    moves: int = 0
    seconds: Seconds = NO_TIME
    graduations: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """What a match gave. `lead_changes` is how often the lead in cats went to the other seat."""

    turns: int
    lead_changes: int
    seats: PerSeat[SeatStatistics]
    last_turn: LastTurn = LastTurn.BY_HAND


def statistics_of(started_at: Instant, played: Sequence[PlayedTurn]) -> MatchStatistics:
    """Find out what a match gave from what was played in the end."""
    leads = [_lead(turn.step.after) for turn in played]
    return MatchStatistics(
        turns=len(played),
        lead_changes=_changes(leads),
        seats=PerSeat(
            _of_seat(Seat.ORANGE, started_at, played, -min(leads, default=0)),
            _of_seat(Seat.GRAY, started_at, played, max(leads, default=0)),
        ),
        last_turn=_how(played, len(played) - 1) if played else LastTurn.BY_HAND,
    )


def _of_seat(
    seat: Seat, started_at: Instant, played: Sequence[PlayedTurn], behind: int
) -> SeatStatistics:
    own = [index for index, turn in enumerate(played) if turn.step.before.to_move is seat]
    by_hand = [index for index in own if _how(played, index) is LastTurn.BY_HAND]
    seconds = sum(
        max(0.0, played[index].at - (played[index - 1].at if index else started_at))
        for index in by_hand
    )
    return SeatStatistics(
        opening=played[own[0]].step.turn.placement.square if own else None,
        moves=len(by_hand),
        seconds=Seconds(seconds),
        graduations=sum(_graduations(played[index].step) for index in own),
        behind=max(0, behind),
    )


def _how(played: Sequence[PlayedTurn], index: int) -> LastTurn:
    """Return how a turn was played: a planned one was played together with the turn before it."""
    played_together = index > 0 and played[index].revision == played[index - 1].revision
    return LastTurn.PLANNED if played_together else LastTurn.BY_HAND


def _graduations(step: Step) -> int:
    return sum(isinstance(event, Graduated) and len(event.pieces) >= LINE for event in step.events)


def _lead(position: Position) -> int:
    """Return by how many cats orange leads, counting those on the bed and in hand."""
    return _cats(position, Seat.ORANGE) - _cats(position, Seat.GRAY)


def _cats(position: Position, seat: Seat) -> int:
    _, cats = position.bed.of(seat)
    return position.pool_of(seat).cats + cats.bit_count()


def _changes(leads: Sequence[int]) -> int:
    """Count how often the lead went over; while nobody leads, it waits for whoever leads next."""
    ahead = [lead > 0 for lead in leads if lead]
    return sum(before != after for before, after in pairwise(ahead))


@dataclass(frozen=True, slots=True)
class Streak:
    """How many wins somebody has had in a row up to now, and at the most."""

    current: int = 0
    longest: int = 0

    def after(self, score: Score) -> "Streak":
        """Return the streak after one more match; a draw ends it as a loss does."""
        current = self.current + 1 if score is Score.WIN else 0
        return Streak(current, max(self.longest, current))


NO_STREAK: Final = Streak()


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
class FinishedMatch:
    """How a match went for one of its players. `turns` counts those of both seats."""

    score: Score
    why: Why
    turns: int
    statistics: SeatStatistics
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


def earned(ended: FinishedMatch, career: Career) -> frozenset[Badge]:
    """Return the badges that somebody has a right to after a match, those they had too."""
    return frozenset(badge for badge, is_earned in EARNED.items() if is_earned(ended, career))


def _graduated(ended: FinishedMatch, _: Career) -> bool:
    return ended.statistics.graduations > 0


def _filled_the_bed(ended: FinishedMatch, _: Career) -> bool:
    return ended.score is Score.WIN and ended.why is Why.FULL_BED


def _came_back(ended: FinishedMatch, _: Career) -> bool:
    return ended.won_on_bed and ended.statistics.behind >= FAR_BEHIND


def _won_as_planned(ended: FinishedMatch, _: Career) -> bool:
    return ended.won_on_bed and ended.last_turn is LastTurn.PLANNED


def _played_long(ended: FinishedMatch, _: Career) -> bool:
    return ended.turns > MANY_TURNS


def _met_many(_: FinishedMatch, career: Career) -> bool:
    return career.opponents >= MANY_OPPONENTS


def _played_many(_: FinishedMatch, career: Career) -> bool:
    return career.matches >= MANY_MATCHES


def _won_in_all(_: FinishedMatch, career: Career) -> bool:
    return career.rulesets_won >= RULESET_NAMES


EARNED: Final[Mapping[Badge, Callable[[FinishedMatch, Career], bool]]] = {
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
