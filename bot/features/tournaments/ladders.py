"""A ladder: whom one can challenge, and how the order changes.

An order is a sequence of entrants, the top first. Each function returns a new order of the same
entrants, but for those that take one off the ladder.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.features.tournaments.legs import EntrantId
from bot.match.clock import DAY, WEEK
from bot.match.identity import Instant, Seconds

Order = tuple[EntrantId, ...]

FEWEST_ON_LADDER: Final = 2
MOST_OPEN: Final = 2
"""How many open challenges one may have made, and how many may be open against one."""
NOT_AGAIN_WITHIN: Final = Seconds(7 * DAY)
"""How long after the end of their last match two entrants do not meet again."""
ANSWER_WITHIN: Final = Seconds(3 * DAY)
"""In what time a challenge is to be accepted; vacations and weekends do not count."""
RESTS_AFTER: Final = Seconds(21 * DAY)
"""After what time without a match, and without a vacation, an entrant rests."""
FALLS_EVERY: Final = WEEK
OFF_AFTER: Final = 3
"""With how many losses on time within `OFF_WITHIN` an entrant is off the ladder."""
OFF_WITHIN: Final = Seconds(60 * DAY)
COUNTS_KEPT: Final = Seconds(30 * DAY)
"""How long after leaving what was counted of an entrant is kept for their return."""
ENOUGH_TURNS: Final = 4
"""How many turns each must have made for a win on time to count in full."""


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge that is unanswered or being played."""

    challenger: EntrantId
    challenged: EntrantId


@dataclass(frozen=True, slots=True)
class LadderMeeting:
    """A match of a ladder that has ended."""

    one: EntrantId
    other: EntrantId
    ended_at: Instant


@dataclass(frozen=True, slots=True)
class Ladder:
    """All that says who can challenge whom."""

    order: Order
    resting: frozenset[EntrantId] = frozenset()
    challenges: tuple[LadderChallenge, ...] = ()
    meetings: tuple[LadderMeeting, ...] = ()


class LadderObstacle(Enum):
    """Why an entrant cannot challenge another."""

    NOT_ON_LADDER = "not on the ladder"
    NOT_ABOVE = "not above"
    TOO_FAR = "too far"
    RESTING = "resting"
    MEETING = "meeting"
    """A challenge between the two is open."""
    MET_LATELY = "met lately"
    OWN_OPEN = "own open"
    """The challenger has made as many as may be open."""
    OTHERS_OPEN = "others open"
    """As many as may be open are against the challenged."""


def reach(entrants: int) -> int:
    """Return how many places up one can challenge, not counting those who rest."""
    if entrants < 20:
        return 3
    return max(5, entrants // 10)


def obstacle_between(
    ladder: Ladder, challenger: EntrantId, challenged: EntrantId, now: Instant
) -> LadderObstacle | None:
    """Return why an entrant cannot challenge another now; `None` if they can."""
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


def challengeable(ladder: Ladder, challenger: EntrantId, now: Instant) -> Order:
    """Return whom an entrant can challenge now, the highest first."""
    return tuple(
        each for each in ladder.order if obstacle_between(ladder, challenger, each, now) is None
    )


def joined(order: Order, entrant: EntrantId) -> Order:
    """Return the order with an entrant at its bottom, unless they are on it."""
    return order if entrant in order else (*order, entrant)


def left(order: Order, entrant: EntrantId) -> Order:
    """Return the order without an entrant."""
    return tuple(each for each in order if each != entrant)


class Climb(Enum):
    """How far a challenger who wins goes up."""

    FULL = "full"
    ONE_PLACE = "one place"


def climb_on_time(turns_of_each: Iterable[int]) -> Climb:
    """Return how much a win on time counts, by how many turns each player has made."""
    return Climb.FULL if min(turns_of_each) >= ENOUGH_TURNS else Climb.ONE_PLACE


def after_win(
    order: Order, challenger: EntrantId, loser: EntrantId, climb: Climb = Climb.FULL
) -> Order:
    """Return the order after a challenger has won.

    They take the place that the loser has now, and those between move down one. Nothing changes if
    they stand above by now, or if either is off the ladder.
    """
    if not _is_below(order, challenger, loser):
        return order
    place = order.index(challenger)
    target = order.index(loser) if climb is Climb.FULL else place - 1
    return (*order[:target], challenger, *order[target:place], *order[place + 1 :])


def after_no_answer(order: Order, challenger: EntrantId, challenged: EntrantId) -> Order:
    """Return the order after a challenge was not accepted in time: the two swap places.

    Nothing changes if the challenger stands above by now, or if either is off the ladder.
    """
    if not _is_below(order, challenger, challenged):
        return order
    swap = {challenger: challenged, challenged: challenger}
    return tuple(swap.get(each, each) for each in order)


def one_down(order: Order, entrant: EntrantId) -> Order:
    """Return the order with an entrant one place lower, as after a loss on time."""
    if entrant not in order[:-1]:
        return order
    place = order.index(entrant)
    return (*order[:place], order[place + 1], entrant, *order[place + 2 :])


def weekly_falls(order: Order, falling: Collection[EntrantId]) -> Order:
    """Return the order after those who rest have fallen, from the bottom up.

    Each goes down past the next who does not rest; those who rest keep their order. `falling` are
    all who rest.
    """
    now = list(order)
    for entrant in reversed(order):
        if entrant not in falling:
            continue
        place = now.index(entrant)
        after = next(
            (index for index in range(place + 1, len(now)) if now[index] not in falling), None
        )
        if after is not None:
            now.insert(after, now.pop(place))
    return tuple(now)


def is_off(losses_on_time: Iterable[Instant], now: Instant) -> bool:
    """Return whether an entrant with losses on time at these moments is off the ladder."""
    return sum(now - each <= OFF_WITHIN for each in losses_on_time) >= OFF_AFTER


def _is_below(order: Order, challenger: EntrantId, other: EntrantId) -> bool:
    return challenger in order and other in order and order.index(challenger) > order.index(other)
