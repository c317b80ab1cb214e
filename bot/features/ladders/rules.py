"""The rules of ladders: who can challenge whom, and how the order changes.

An order is a sequence of players, from the top. Functions return a new order of the same players,
unless they take one off the ladder.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType, assert_never

from bot.match.clock import DAY, WEEK, Weekends, between, later
from bot.match.identity import Instant, Seconds
from bot.match.match import EndReason, Outcome

RungId = NewType("RungId", int)
"""Identifies a player on one ladder."""
Order = tuple[RungId, ...]

MOST_OPEN: Final = 2
"""The most open challenges by one player, and the most against one player."""
NOT_AGAIN_WITHIN: Final = Seconds(7 * DAY)
"""How long after their last match two players can't challenge each other."""
ANSWER_WITHIN: Final = Seconds(3 * DAY)
"""The time to accept a challenge, not counting vacations, and weekends if clocks pause on them."""
RESTS_AFTER: Final = Seconds(21 * DAY)
"""The time without a match or a vacation after which a player rests."""
FALLS_EVERY: Final = WEEK
"""The time between two falls of resting players."""
OFF_AFTER: Final = 3
"""How many losses on time within `OFF_WITHIN` take a player off the ladder."""
OFF_WITHIN: Final = Seconds(60 * DAY)
COUNTS_KEPT: Final = Seconds(30 * DAY)
"""How long the counts of a player who left are kept for their return."""
ENOUGH_TURNS: Final = 4
"""How many turns each player must have made for a win on time to count in full."""


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenge that is unanswered or being played."""

    challenger: RungId
    challenged: RungId


@dataclass(frozen=True, slots=True)
class LadderMeeting:
    """A match of a ladder that has ended."""

    one: RungId
    other: RungId
    ended_at: Instant


@dataclass(frozen=True, slots=True)
class Ladder:
    """The facts that decide who can challenge whom."""

    order: Order
    resting: frozenset[RungId] = frozenset()
    challenges: tuple[OpenChallenge, ...] = ()
    meetings: tuple[LadderMeeting, ...] = ()


class LadderObstacle(Enum):
    """Why one player cannot challenge another."""

    NOT_ON_LADDER = "not on the ladder"
    NOT_ABOVE = "not above"
    TOO_FAR = "too far"
    RESTING = "resting"
    MEETING = "meeting"
    """A challenge between the two is open."""
    MET_LATELY = "met lately"
    OWN_OPEN = "own open"
    """The challenger has made as many open challenges as are allowed."""
    OTHERS_OPEN = "others open"
    """There are as many open challenges against the challenged player as are allowed."""


def reach(players: int) -> int:
    """Return how many places up a player can challenge, not counting resting players."""
    if players < 20:
        return 3
    return max(5, players // 10)


def obstacle_between(
    ladder: Ladder, challenger: RungId, challenged: RungId, now: Instant
) -> LadderObstacle | None:
    """Return why one player cannot challenge another now, or None if they can."""
    order = ladder.order
    if challenger not in order or challenged not in order:
        return LadderObstacle.NOT_ON_LADDER
    below, above = order.index(challenger), order.index(challenged)
    if above >= below:
        return LadderObstacle.NOT_ABOVE
    if challenged in ladder.resting:
        return LadderObstacle.RESTING
    places = sum(each not in ladder.resting for each in order[above:below])
    if places > reach(len(order)):
        return LadderObstacle.TOO_FAR
    both = {challenger, challenged}
    if any({each.challenger, each.challenged} == both for each in ladder.challenges):
        return LadderObstacle.MEETING
    if any(
        {each.one, each.other} == both and now - each.ended_at < NOT_AGAIN_WITHIN
        for each in ladder.meetings
    ):
        return LadderObstacle.MET_LATELY
    if sum(each.challenger == challenger for each in ladder.challenges) >= MOST_OPEN:
        return LadderObstacle.OWN_OPEN
    if sum(each.challenged == challenged for each in ladder.challenges) >= MOST_OPEN:
        return LadderObstacle.OTHERS_OPEN
    return None


def challengeable(ladder: Ladder, challenger: RungId, now: Instant) -> Order:
    """Return the players whom a player can challenge now, the highest first."""
    order = ladder.order
    if challenger not in order:
        return ()
    rungs, places, furthest = list[RungId](), 0, reach(len(order))
    for each in reversed(order[: order.index(challenger)]):
        places += each not in ladder.resting
        if places > furthest:
            break
        if obstacle_between(ladder, challenger, each, now) is None:
            rungs.append(each)
    return tuple(reversed(rungs))


def joined(order: Order, rung: RungId) -> Order:
    """Return the order with a player at the bottom, unless they are in it."""
    return order if rung in order else (*order, rung)


def left(order: Order, rung: RungId) -> Order:
    """Return the order without a player."""
    return tuple(each for each in order if each != rung)


class Climb(Enum):
    """How far a challenger goes up by winning."""

    FULL = "full"
    ONE_PLACE = "one place"


def climb_on_time(turns_of_each: Iterable[int]) -> Climb:
    """Return how far a win on time takes the challenger, given how many turns each player made."""
    return Climb.FULL if min(turns_of_each) >= ENOUGH_TURNS else Climb.ONE_PLACE


def after_win(order: Order, challenger: RungId, loser: RungId, climb: Climb = Climb.FULL) -> Order:
    """Return the order after a challenger has won.

    The challenger takes the loser's present place, or goes up a single place, depending on `climb`.
    The players who were overtaken move down one place. Nothing changes if the challenger is above
    the loser by now, or if either is off the ladder.
    """
    if not _is_below(order, challenger, loser):
        return order
    place = order.index(challenger)
    target = order.index(loser) if climb is Climb.FULL else place - 1
    return (*order[:target], challenger, *order[target:place], *order[place + 1 :])


def after_no_answer(order: Order, challenger: RungId, challenged: RungId) -> Order:
    """Return the order after a challenge was not accepted in time: the players swap places.

    Nothing changes if the challenger is above by now, or if either is off the ladder.
    """
    if not _is_below(order, challenger, challenged):
        return order
    swap = {challenger: challenged, challenged: challenger}
    return tuple(swap.get(each, each) for each in order)


def one_down(order: Order, rung: RungId) -> Order:
    """Return the order with a player one place lower, as after a loss on time."""
    if rung not in order[:-1]:
        return order
    place = order.index(rung)
    return (*order[:place], order[place + 1], rung, *order[place + 2 :])


def weekly_falls(
    order: Order, falling: Collection[RungId], beginning: Collection[RungId] = ()
) -> Order:
    """Return the order after resting players have fallen, from the bottom up.

    Each falls below the next player who does not rest, and resting players keep their order.
    `beginning` are the players who began to rest in the last week, and `falling` the other resting
    players.
    """
    resting = {*falling, *beginning}
    now = list(order)
    for rung in reversed(order):
        if rung not in falling:
            continue
        place = now.index(rung)
        after = next(
            (index for index in range(place + 1, len(now)) if now[index] not in resting), None
        )
        if after is not None:
            now.insert(after, now.pop(place))
    return tuple(now)


def is_off(losses_on_time: Iterable[Instant], now: Instant) -> bool:
    """Return whether losses on time at these moments take a player off the ladder."""
    return sum(now - each <= OFF_WITHIN for each in losses_on_time) >= OFF_AFTER


def _is_below(order: Order, challenger: RungId, other: RungId) -> bool:
    return challenger in order and other in order and order.index(challenger) > order.index(other)


@dataclass(frozen=True, slots=True)
class Break:
    """A time span that a player spends on vacation."""

    begun_at: Instant
    ends_at: Instant


def due_after(
    start: Instant, by: Seconds, breaks: Iterable[Break], weekends: Weekends = Weekends.PLAYED
) -> Instant:
    """Return the moment `by` seconds after `start`, not counting breaks, which must not overlap."""
    due_at = later(weekends, start, by)
    for each in sorted(breaks, key=lambda each: each.begun_at):
        stops_at = max(start, each.begun_at)
        if stops_at < due_at and each.ends_at > stops_at:
            due_at = later(weekends, due_at, between(weekends, stops_at, each.ends_at))
    return due_at


class ChallengeResult(Enum):
    """How the match of a challenge ended. The values are stored."""

    WON = "won"
    """The challenger won."""
    LOST = "lost"
    DRAWN = "drawn"
    NEITHER = "neither"
    """Both players lost."""

    @property
    def reversed(self) -> "ChallengeResult":
        """The result as the challenged player sees it."""
        return {
            ChallengeResult.WON: ChallengeResult.LOST,
            ChallengeResult.LOST: ChallengeResult.WON,
        }.get(self, self)


def result_for(outcome: Outcome, *, won: bool, matches_before: int) -> ChallengeResult | None:
    """Return the result of a challenge from the outcome of its match.

    `won` says whether the challenger won. A match that ended early without a loser gives no result
    and is replayed. A second such match is a draw; `matches_before` counts the earlier matches.
    """
    match outcome.why:
        case (
            EndReason.ABORTED
            | EndReason.CALLED_OFF
            | EndReason.ENDED_BY_MODERATOR
            | EndReason.BOT_GONE
        ):
            return ChallengeResult.DRAWN if matches_before else None
        case EndReason.BOTH_LEFT | EndReason.BOTH_FORFEIT:
            return ChallengeResult.NEITHER
        case (
            EndReason.LINE
            | EndReason.FULL_BED
            | EndReason.RESIGNATION
            | EndReason.REPETITION
            | EndReason.FIVEFOLD
            | EndReason.MOST_TURNS
            | EndReason.DEAD
            | EndReason.AGREEMENT
            | EndReason.TIME
            | EndReason.LEFT
            | EndReason.FORFEIT
            | EndReason.ADJUDICATED
        ):
            if outcome.winner is None:
                return ChallengeResult.DRAWN
            return ChallengeResult.WON if won else ChallengeResult.LOST
        case _:
            assert_never(outcome.why)
