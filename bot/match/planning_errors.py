"""What a plan of replies declines. Facts only; `cogs.ui` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.game import GameRefusal, NotationError
from bot.match.errors import MatchRefusal


class PlanRefusal(MatchRefusal):
    """The base of all that a plan declines."""


@dataclass(eq=False, slots=True)
class PlanUnreadable(PlanRefusal):
    """A text of lines with a word in it that is no turn."""

    text: str
    word: str
    error: NotationError


class PlanEmpty(PlanRefusal):
    """A text of lines in which no turn stands."""


@dataclass(eq=False, slots=True)
class PlannedTurnRefused(PlanRefusal):
    """A turn of a line that cannot be played there; `refusal` tells why."""

    line: str
    turn: str
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class PlannedPastTheEnd(PlanRefusal):
    """A line that goes on after a turn which wins the match."""

    line: str
    turn: str


@dataclass(eq=False, slots=True)
class PlannedWithoutAnswer(PlanRefusal):
    """A line that does not end with an answer of the planner's.

    `begins_by_hand` tells whether it is the planner's turn, so that the line begins with it.
    """

    line: str
    begins_by_hand: bool = False


@dataclass(eq=False, slots=True)
class PlannedTwice(PlanRefusal):
    """Two answers to the same turn, given at once; `line` is what comes before them."""

    line: str
    answer: str
    other: str


@dataclass(eq=False, slots=True)
class PlannedTooDeep(PlanRefusal):
    """A line with more answers than a line may have."""

    line: str
    most: int


@dataclass(eq=False, slots=True)
class PlannedTooManyBranches(PlanRefusal):
    """More turns beside each other than there may be."""

    most: int


@dataclass(eq=False, slots=True)
class PlannedTooManyAnswers(PlanRefusal):
    """More answers in a plan than it may have."""

    most: int


class PlanOutdated(PlanRefusal):
    """What was pressed belongs to a plan or a position that is no more."""
