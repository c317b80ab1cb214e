"""The parts of a tournament: entrants, legs between them, and the results of legs.

Everything here is pure: moments and random generators are arguments.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NewType, TypeVar, assert_never

from bot.game import Seat
from bot.game.chance import Chance, pick
from bot.match.identity import PerSeat
from bot.match.match import EndReason, Outcome

TournamentId = NewType("TournamentId", int)
EntrantId = NewType("EntrantId", int)
"""Identifies a player in one tournament. A later entrant has a higher number."""
GroupNumber = NewType("GroupNumber", int)
"""Counts the groups of a tournament from 1, the best or the first drawn first."""
LegNumber = NewType("LegNumber", int)
"""Counts the matches of a pairing from 1."""
FIRST_LEG: Final = LegNumber(1)


class LegResult(Enum):
    """How a leg ended. The values are stored."""

    FIRST = "first"
    """The first of the two won."""
    SECOND = "second"
    DRAW = "draw"
    NEITHER = "neither"
    """Both lost."""
    VOID = "void"
    """It counts as if it had never been drawn."""


class Decision(Enum):
    """What decided a leg. The values are stored."""

    PLAYED = "played"
    TIME = "time"
    """The loser ran out of time."""
    CALLED = "called"
    """The time for the leg ended before the match."""
    WITHDRAWN = "withdrawn"
    """The loser is out of the tournament."""
    MANAGED = "managed"
    """Someone who manages the tournament set the result."""


class Withdrawal(Enum):
    """How the results of an entrant who is out count. The values are stored."""

    ANNULLED = "annulled"
    """None of them counts, for either player."""
    LOST = "lost"
    """Finished legs count, and the others are lost."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One match of the pairing of two entrants; it is open until it has a result.

    `first` is the entrant with the lower number, so that a pairing can be written in one way only;
    `first_seat` is their seat.
    """

    first: EntrantId
    second: EntrantId
    number: LegNumber = FIRST_LEG
    first_seat: Seat = Seat.ORANGE
    result: LegResult | None = None
    decision: Decision | None = None

    def __post_init__(self) -> None:
        if self.first >= self.second:
            raise ValueError(f"the lower number comes first, not {self.first} and {self.second}")
        if (self.result is None) is not (self.decision is None):
            raise ValueError("a result and what decided it come together")

    @property
    def is_open(self) -> bool:
        """Whether it has no result yet."""
        return self.result is None

    @property
    def counts(self) -> bool:
        """Whether it is finished and not void."""
        return self.result is not None and self.result is not LegResult.VOID

    @property
    def seats(self) -> PerSeat[EntrantId]:
        """The seats of both entrants."""
        if self.first_seat is Seat.ORANGE:
            return PerSeat(self.first, self.second)
        return PerSeat(self.second, self.first)

    def has(self, entrant: EntrantId) -> bool:
        """Return whether an entrant plays in it."""
        return entrant in (self.first, self.second)

    def opponent_of(self, entrant: EntrantId) -> EntrantId:
        """Return the other entrant."""
        return self.second if entrant == self.first else self.first

    def points_of(self, entrant: EntrantId) -> float:
        """Return the points of an entrant: 1, 0.5 or 0; 0 while it is open."""
        match self.result:
            case LegResult.FIRST:
                return 1.0 if entrant == self.first else 0.0
            case LegResult.SECOND:
                return 1.0 if entrant == self.second else 0.0
            case LegResult.DRAW:
                return 0.5
            case LegResult.NEITHER | LegResult.VOID | None:
                return 0.0
            case _:
                assert_never(self.result)

    def decided(self, result: LegResult, decision: Decision) -> "Leg":
        """Return the leg with a result."""
        return replace(self, result=result, decision=decision)

    def lost_by(self, entrant: EntrantId, decision: Decision) -> "Leg":
        """Return the leg as lost by an entrant."""
        won_by_first = entrant == self.second
        return self.decided(LegResult.FIRST if won_by_first else LegResult.SECOND, decision)


def leg_between(orange: EntrantId, gray: EntrantId, number: LegNumber = FIRST_LEG) -> Leg:
    """Return an open leg of two entrants in these seats."""
    if orange < gray:
        return Leg(orange, gray, number, Seat.ORANGE)
    return Leg(gray, orange, number, Seat.GRAY)


@dataclass(frozen=True, slots=True)
class RestartLeg:
    """The match of a leg has no result, and another one takes its place."""


def leg_after(leg: Leg, outcome: Outcome, matches_before: int) -> Leg | RestartLeg:
    """Return a leg after its match has ended.

    If the match ended without a result, it is played again once; the second time, the leg is a
    draw. `matches_before` counts the leg's matches before this one.
    """
    match outcome.why:
        case (
            EndReason.ABORTED
            | EndReason.CALLED_OFF
            | EndReason.ENDED_BY_MODERATOR
            | EndReason.BOT_GONE
        ):
            if matches_before:
                return leg.decided(LegResult.DRAW, Decision.CALLED)
            return RestartLeg()
        case EndReason.BOTH_LEFT | EndReason.BOTH_FORFEIT:
            return leg.decided(LegResult.NEITHER, Decision.WITHDRAWN)
        case (
            EndReason.LINE
            | EndReason.FULL_BED
            | EndReason.RESIGNATION
            | EndReason.REPETITION
            | EndReason.FIVEFOLD
            | EndReason.MOST_TURNS
            | EndReason.DEAD
            | EndReason.AGREEMENT
        ):
            decision = Decision.PLAYED
        case EndReason.TIME:
            decision = Decision.TIME
        case EndReason.LEFT | EndReason.FORFEIT:
            decision = Decision.WITHDRAWN
        case EndReason.ADJUDICATED:
            decision = Decision.CALLED
        case _:
            assert_never(outcome.why)
    if outcome.winner is None:
        return leg.decided(LegResult.DRAW, decision)
    return leg.lost_by(leg.seats.of(outcome.winner.other), decision)


def adjudicated(leg: Leg) -> Leg:
    """Return a leg at the end of its time: a draw if it is open."""
    return leg.decided(LegResult.DRAW, Decision.CALLED) if leg.is_open else leg


MOST_LOSSES_ON_TIME: Final = 2
"""An entrant with this many losses on time is out."""


def losses_on_time(entrant: EntrantId, legs: Iterable[Leg]) -> int:
    """Return how many legs an entrant has lost on time."""
    return sum(
        leg.decision is Decision.TIME
        and leg.has(entrant)
        and leg.points_of(leg.opponent_of(entrant)) == 1.0
        for leg in legs
    )


def withdrawal_of(
    entrant: EntrantId, legs: Iterable[Leg], withdrawals: Mapping[EntrantId, Withdrawal]
) -> Withdrawal:
    """Return how the results of an entrant who leaves now count.

    `legs` are those of their group, and `withdrawals` the earlier ones. If fewer than half of the
    entrant's legs are finished, none counts; legs against entrants whose results do not count are
    left out. A leg that was lost by leaving is not finished, even if its match ended before the
    entrant was taken out.
    """
    own = [
        leg
        for leg in legs
        if leg.has(entrant)
        and leg.result is not LegResult.VOID
        and withdrawals.get(leg.opponent_of(entrant)) is not Withdrawal.ANNULLED
    ]
    finished = sum(leg.counts and not _lost_by_going(entrant, leg) for leg in own)
    return Withdrawal.ANNULLED if 2 * finished < len(own) else Withdrawal.LOST


def _lost_by_going(entrant: EntrantId, leg: Leg) -> bool:
    return leg.decision is Decision.WITHDRAWN and leg.points_of(entrant) == 0.0


def without(
    entrant: EntrantId, leg: Leg, withdrawal: Withdrawal, together: Collection[EntrantId] = ()
) -> Leg:
    """Return a leg after an entrant has left: an open leg of theirs ends.

    Neither wins a leg between two entrants who leave `together`. An annulled leg keeps its result
    in the row, but no table counts it.
    """
    if not (leg.is_open and leg.has(entrant)):
        return leg
    match withdrawal:
        case Withdrawal.ANNULLED:
            return leg.decided(LegResult.VOID, Decision.WITHDRAWN)
        case Withdrawal.LOST if leg.opponent_of(entrant) in together:
            return leg.decided(LegResult.NEITHER, Decision.WITHDRAWN)
        case Withdrawal.LOST:
            return leg.lost_by(entrant, Decision.WITHDRAWN)
        case _:
            assert_never(withdrawal)


Item = TypeVar("Item")


def shuffled(items: Sequence[Item], chance: Chance) -> list[Item]:
    """Return items in an order drawn by lot; an equal chance gives an equal order."""
    left, drawn = list(items), list[Item]()
    while left:
        drawn.append(pick(left, chance))
        left.remove(drawn[-1])
    return drawn
