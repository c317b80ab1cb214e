"""Refusals of conditional moves."""

from dataclasses import dataclass

from bot.game import GameRefusal, NotationError, Square, is_notation
from bot.game.errors import TurnText
from bot.match.errors import MatchRefusal
from bot.text import N_, NN_, Message, Typed


class PlanRefusal(MatchRefusal):
    """The base of all refusals of a plan."""


@dataclass(eq=False, slots=True)
class PlanUnreadable(PlanRefusal):
    """A text of lines with a word in it that is not a turn.

    A player who wrote nothing like notation is shown how to write a turn.
    """

    message = N_(
        "{word} isn't a turn. Write the piece, K or C, and its square: `Kc3` is a kitten on c3."
    )
    in_notation = N_(
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

    def choose_message(self) -> Message:
        """Return what was wrong with the word."""
        return self.in_notation if is_notation(self.word) else self.message

    @property
    def expected(self) -> Message:
        """What was expected instead."""
        return self.error.expected


class PlanEmpty(PlanRefusal):
    """A text of lines without a turn."""

    message = N_(
        "I can't find a turn in that. Write their turn and your answer, such as `Kc3 "
        "Kd4, Ke5 Ka1`; if it's your turn, begin with it: `Kb2 Kc3 Kd4`."
    )


@dataclass(eq=False, slots=True)
class PlannedTurnRefused(PlanRefusal):
    """A turn of a line that cannot be played there; `refusal` says why."""

    message = N_("In the line {line}, {turn} can't be played, so nothing was planned. {refusal}")

    line: Typed
    turn: TurnText
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class PlannedKindOpen(PlanRefusal):
    """A square alone where either kind can be placed."""

    message = N_(
        "In the line {line}, {square} may be a kitten or a cat. Write {kitten} or {cat} instead."
    )

    line: Typed
    square: Square
    kitten: TurnText
    cat: TurnText


@dataclass(eq=False, slots=True)
class PlannedRecallOpen(PlanRefusal):
    """A square alone where a piece is recalled first; `turn` is an example of both."""

    message = N_(
        "In the line {line}, a piece comes back to hand before one is placed on {square}. Write "
        "both, as in {turn}."
    )

    line: Typed
    square: Square
    turn: TurnText


@dataclass(eq=False, slots=True)
class PlannedPastTheEnd(PlanRefusal):
    """A line that continues after a turn that wins the match."""

    message = N_("In the line {line}, {turn} wins the match. Leave out what comes after it.")

    line: Typed
    turn: TurnText


@dataclass(eq=False, slots=True)
class PlannedWithoutAnswer(PlanRefusal):
    """A line that does not end with an answer of the planner's.

    `begins_by_hand` says whether it is the planner's turn, so that the line begins with a turn of
    theirs.
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
        """Return how a line has to begin now."""
        return self.by_hand if self.begins_by_hand else self.message


@dataclass(eq=False, slots=True)
class PlannedTwice(PlanRefusal):
    """Two different answers to the same turn in one text; `line` is what comes before them."""

    message = N_(
        "After {line} there are two answers, {answer} and {other}. Only one can be played: leave "
        "out the other."
    )

    line: Typed
    answer: TurnText
    other: TurnText


@dataclass(eq=False, slots=True)
class PlannedTooDeep(PlanRefusal):
    """A line with more answers than allowed."""

    message = NN_(
        "The line {line} has more than {most} answer of yours. Plan {most} now, and more once it "
        "has been played.",
        "The line {line} has more than {most} answers of yours. Plan {most} now, and more once "
        "they have been played.",
        "most",
    )

    line: Typed
    most: int


@dataclass(eq=False, slots=True)
class PlannedTooManyBranches(PlanRefusal):
    """More turns beside each other than allowed."""

    message = NN_(
        "You have planned for {most} turn of theirs there, which is the most. Delete it first.",
        "You have planned for {most} turns of theirs there, which is the most. Delete one first.",
        "most",
    )

    most: int


@dataclass(eq=False, slots=True)
class PlannedTooManyAnswers(PlanRefusal):
    """More answers in a plan than allowed."""

    message = NN_(
        "A plan can have {most} answer, and yours would have more. Delete a branch first.",
        "A plan can have {most} answers, and yours would have more. Delete a branch first.",
        "most",
    )

    most: int


class PlanOutdated(PlanRefusal):
    """The button belongs to a plan or a position that has changed."""

    message = N_(
        "The match or your plan has changed, so nothing was done. `/plan` shows your plan as it "
        "is now."
    )
