"""What can be wrong with a turn or a text. Facts only; the words are said elsewhere.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass
from typing import Self

from bot.errors import Refusal
from bot.game.pieces import Kind, Piece, Seat
from bot.game.squares import Square, Squares


class GameRefusal(Refusal):
    """The base of all that the rules and their notation refuse."""

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Pickle by the facts: the standard way forgets those given by keyword.

        A refusal that cannot be unpickled would break a pool of processes.
        """
        names = getattr(self, "__match_args__", ())
        return type(self), tuple(getattr(self, name) for name in names)


@dataclass(eq=False, slots=True)
class NotationError(GameRefusal):
    """A text that does not read as what it should be.

    `at` is the index of the character where reading stopped; `expected` names what could have
    stood there.
    """

    text: str
    at: int
    expected: str


class IllegalTurn(GameRefusal):
    """A turn that reads well and that the position does not allow."""


@dataclass(eq=False, slots=True)
class SquareTaken(IllegalTurn):
    """The square already holds a piece."""

    square: Square
    piece: Piece


@dataclass(eq=False, slots=True)
class NotInPool(IllegalTurn):
    """The seat to move has no piece of that kind in hand."""

    kind: Kind
    seat: Seat


@dataclass(eq=False, slots=True)
class NoSuchOption(IllegalTurn):
    """The squares named to leave the bed are none of the options after this placement."""

    chosen: Squares
    options: tuple[Squares, ...]


@dataclass(eq=False, slots=True)
class RecallFirst(IllegalTurn):
    """Nothing is in hand: one of these squares' pieces must be recalled before placing."""

    squares: Squares


@dataclass(eq=False, slots=True)
class NotRecallable(IllegalTurn):
    """The piece on that square cannot be recalled before placing; `squares` are those that can."""

    square: Square
    squares: Squares


class NoSeamInHand(IllegalTurn):
    """A seam piece was to be laid; the turn wins, or it began with none in the seat's hand."""


@dataclass(eq=False, slots=True)
class NotAWin(IllegalTurn):
    """The turn was written as a win and wins nothing."""


@dataclass(eq=False, slots=True)
class AmbiguousTurn(GameRefusal):
    """The placement leaves several options and the turn names none of them."""

    options: tuple[Squares, ...]


@dataclass(eq=False, slots=True)
class IllegalPosition(GameRefusal):
    """A position text that reads well and cannot stand in this ruleset; `reason` says why."""

    text: str
    reason: str
