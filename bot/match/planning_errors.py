"""What a plan of replies declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.game import GameRefusal, NotationError
from bot.game.errors import TurnText
from bot.match.errors import MatchRefusal
from bot.text import N_, NN_, Message, Typed


class PlanRefusal(MatchRefusal):
    """The base of all that a plan declines."""


@dataclass(eq=False, slots=True)
class PlanUnreadable(PlanRefusal):
    """A text of lines with a word in it that is no turn."""

    message = N_(
        "I can't read {word} in the line {text}: at character {place} there should be {expected}. "
        "Write their turn and your answer, `Kc3 Kd4, Ke5 Ka1`; if it is your turn, begin with it: "
        "`Kb2 Kc3 Kd4`."
    )

    text: Typed
    word: Typed
    error: NotationError

    @property
    def place(self) -> int:
        """The character of the word where reading stopped, counted from 1."""
        return self.error.at + 1

    @property
    def expected(self) -> Message:
        """What could have stood there."""
        return self.error.expected


class PlanEmpty(PlanRefusal):
    """A text of lines in which no turn stands."""

    message = N_(
        "There is no turn in that. Write their turn and your answer, `Kc3 Kd4, Ke5 Ka1`; if it is "
        "your turn, begin with it: `Kb2 Kc3 Kd4`."
    )


@dataclass(eq=False, slots=True)
class PlannedTurnRefused(PlanRefusal):
    """A turn of a line that cannot be played there; `refusal` tells why."""

    message = N_("In the line {line}, {turn} can't be played: nothing was planned. {refusal}")

    line: Typed
    turn: TurnText
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class PlannedPastTheEnd(PlanRefusal):
    """A line that goes on after a turn which wins the match."""

    message = N_("In the line {line}, {turn} wins the match. Leave out what comes after it.")

    line: Typed
    turn: TurnText


@dataclass(eq=False, slots=True)
class PlannedWithoutAnswer(PlanRefusal):
    """A line that does not end with an answer of the planner's.

    `begins_by_hand` tells whether it is the planner's turn, so that the line begins with it.
    """

    message = N_(
        "The line {line} must end with your answer to a turn of theirs. It is their turn, so "
        "write what they play and then your answer: `Kc3 Kd4, Ke5 Ka1`."
    )
    by_hand = N_(
        "The line {line} must end with your answer to a turn of theirs. It is your turn, so write "
        "what you play now, then their turn and your answer: `Kb2 Kc3 Kd4`."
    )

    line: Typed
    begins_by_hand: bool = False

    def choose_message(self) -> Message:
        """Return how a line begins now."""
        return self.by_hand if self.begins_by_hand else self.message


@dataclass(eq=False, slots=True)
class PlannedTwice(PlanRefusal):
    """Two answers to the same turn, given at once; `line` is what comes before them."""

    message = N_(
        "After {line} there are two answers, {answer} and {other}. Only one can be played: leave "
        "out the other."
    )

    line: Typed
    answer: TurnText
    other: TurnText


@dataclass(eq=False, slots=True)
class PlannedTooDeep(PlanRefusal):
    """A line with more answers than a line may have."""

    message = NN_(
        "The line {line} has more than {most} answer of yours. Plan {most} now, and more when it "
        "was played.",
        "The line {line} has more than {most} answers of yours. Plan {most} now, and more when "
        "they were played.",
        "most",
    )

    line: Typed
    most: int


@dataclass(eq=False, slots=True)
class PlannedTooManyBranches(PlanRefusal):
    """More turns beside each other than there may be."""

    message = NN_(
        "You have planned for {most} turn of theirs there, the most there can be. Delete it first.",
        "You have planned for {most} turns of theirs there, the most there can be. Delete one "
        "first.",
        "most",
    )

    most: int


@dataclass(eq=False, slots=True)
class PlannedTooManyAnswers(PlanRefusal):
    """More answers in a plan than it may have."""

    message = NN_(
        "A plan holds {most} answer, and yours would hold more. Delete a branch first.",
        "A plan holds {most} answers, and yours would hold more. Delete a branch first.",
        "most",
    )

    most: int


class PlanOutdated(PlanRefusal):
    """What was pressed belongs to a plan or a position that is no more."""

    message = N_(
        "The match or your plan has changed, so nothing was done. `/plan` shows your plan as it "
        "is now."
    )
