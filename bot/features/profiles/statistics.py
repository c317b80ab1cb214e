"""Statistics of a finished match, computed from its turns, and the badges that players earn.

A player earns a badge once in a server, by the stored facts about a match and the player. The match
must have been won, lost or drawn; one that was called off earns nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from bot.game import RULESETS, Graduated, Position, Seat, Square, Step
from bot.match.ending import Score
from bot.match.identity import Instant, PerSeat, Revision, Seconds
from bot.match.match import EndReason

LINE: Final = 3
"""The fewest pieces that graduate together; fewer are a recall."""
NO_TIME: Final = Seconds(0.0)


class LastTurn(Enum):
    """How the last turn of a match was played. The values are stored."""

    BY_HAND = "by hand"
    PLANNED = "planned"
    """The player had planned the turn as a reply."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn, when it was played, and the revision of the match after it."""

    step: Step
    at: Instant
    revision: Revision


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The statistics of one seat in a match.

    `opening` is where its first piece was placed, `None` without one. `moves` counts the turns
    played by hand and `seconds` is their total time, including stops of the clock. `graduations`
    counts lines, `behind` is its largest deficit of cats.
    """

    opening: Square | None = None
    moves: int = 0
    seconds: Seconds = NO_TIME
    graduations: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """The statistics of a match. `lead_changes` is how often the lead in cats changed seats."""

    turns: int
    lead_changes: int
    seats: PerSeat[SeatStatistics]
    last_turn: LastTurn = LastTurn.BY_HAND


def statistics_of(started_at: Instant, played: Sequence[PlayedTurn]) -> MatchStatistics:
    """Compute the statistics of a match from the turns that count."""
    leads = [_lead(turn.step.after) for turn in played]
    return MatchStatistics(
        turns=len(played),
        lead_changes=_changes(leads),
        seats=PerSeat(
            _of_seat(Seat.ORANGE, started_at, played, -min(leads, default=0)),
            _of_seat(Seat.GRAY, started_at, played, max(leads, default=0)),
        ),
        last_turn=_turn_kind(played, len(played) - 1) if played else LastTurn.BY_HAND,
    )


def _of_seat(
    seat: Seat, started_at: Instant, played: Sequence[PlayedTurn], behind: int
) -> SeatStatistics:
    own = [index for index, turn in enumerate(played) if turn.step.before.to_move is seat]
    by_hand = [index for index in own if _turn_kind(played, index) is LastTurn.BY_HAND]
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


def _turn_kind(played: Sequence[PlayedTurn], index: int) -> LastTurn:
    """Return how a turn was played: a planned turn has the revision of the turn before it."""
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
    """Count how often the lead changed seats; a tie in between does not count."""
    ahead = [lead > 0 for lead in leads if lead]
    return sum(before != after for before, after in pairwise(ahead))


@dataclass(frozen=True, slots=True)
class Streak:
    """A player's current number of wins in a row, and their highest."""

    current: int = 0
    longest: int = 0

    def after(self, score: Score) -> "Streak":
        """Return the streak after one more match; a draw ends it like a loss."""
        current = self.current + 1 if score is Score.WIN else 0
        return Streak(current, max(self.longest, current))


NO_STREAK: Final = Streak()

MANY_MATCHES: Final = 100
MANY_TURNS: Final = 100
MANY_OPPONENTS: Final = 10
FAR_BEHIND: Final = 3
"""The deficit of cats that makes a win a comeback."""

RULESET_NAMES: Final = frozenset(ruleset.name for ruleset in RULESETS)
_ON_THE_BED: Final = (EndReason.LINE, EndReason.FULL_BED)


class Badge(Enum):
    """An achievement that earns a badge. The values are stored."""

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
    """A match from the point of view of one player. `turns` counts those of both seats."""

    score: Score
    why: EndReason
    turns: int
    statistics: SeatStatistics
    last_turn: LastTurn = LastTurn.BY_HAND

    @property
    def won_on_bed(self) -> bool:
        """Whether the player won on the bed, and not because the opponent gave up."""
        return self.score is Score.WIN and self.why in _ON_THE_BED


@dataclass(frozen=True, slots=True)
class Career:
    """A player's achievements in a server, including the match that has just ended."""

    matches: int = 0
    opponents: int = 0
    rulesets_won: frozenset[str] = frozenset()


def earned(ended: FinishedMatch, career: Career) -> frozenset[Badge]:
    """Return the badges that a player has earned after a match, including earlier ones."""
    return frozenset(badge for badge, is_earned in EARNED.items() if is_earned(ended, career))


def _graduated(ended: FinishedMatch, _: Career) -> bool:
    return ended.statistics.graduations > 0


def _filled_the_bed(ended: FinishedMatch, _: Career) -> bool:
    return ended.score is Score.WIN and ended.why is EndReason.FULL_BED


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
"""The condition of each badge."""
