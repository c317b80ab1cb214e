"""Refusals about turns, and about their texts.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from bot.errors import Refusal
from bot.game.pieces import Kind, Piece, Seat
from bot.game.squares import Square, Squares, name_of
from bot.text import N_, AnyOf, Message, Typed

Option = Annotated[Squares, "what leaves the bed together"]
TurnText = Annotated[str, "a turn as it is written"]


class GameRefusal(Refusal):
    """The base of all refusals by the rules and their notation."""

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Pickle by the attributes: the default forgets keyword arguments.

        A refusal that cannot be unpickled would break a pool of processes.
        """
        names = getattr(self, "__match_args__", ())
        return type(self), tuple(getattr(self, name) for name in names)


@dataclass(eq=False, slots=True)
class NotationError(GameRefusal):
    """A text that cannot be parsed.

    `at` is the index of the character where parsing stopped; `expected` names what could have been
    there.
    """

    message = N_("I can't read {text}: at character {place} there should be {expected}.")

    text: Typed
    at: int
    expected: Message

    @property
    def place(self) -> int:
        """The character where parsing stopped, counted from 1."""
        return self.at + 1


class IllegalTurn(GameRefusal):
    """A turn that can be parsed but is not legal in the position."""


@dataclass(eq=False, slots=True)
class SquareTaken(IllegalTurn):
    """The square already holds a piece."""

    message = N_("{square} is taken by the {piece}. Choose an empty square.")

    square: Square
    piece: Piece


@dataclass(eq=False, slots=True)
class NotInPool(IllegalTurn):
    """The seat to move has no piece of that kind in hand."""

    # Translators: {seat} is "orange" or "gray".
    no_kitten = N_("There is no kitten left in {seat}'s hand. Place a cat instead.")
    # Translators: {seat} is "orange" or "gray".
    no_cat = N_("There is no cat in {seat}'s hand. Place a kitten instead.")

    kind: Kind
    seat: Seat

    def choose_message(self) -> Message:
        """Return the sentence for the missing kind of piece."""
        return self.no_kitten if self.kind is Kind.KITTEN else self.no_cat


@dataclass(eq=False, slots=True)
class NoSuchOption(IllegalTurn):
    """The squares named to leave the bed are none of the options after this placement."""

    message = N_("{chosen} can't leave the bed after this placement. Choose {options}.")
    nothing = N_("Nothing leaves the bed after this placement. Leave out {chosen}.")

    chosen: Option
    options: AnyOf[Option]

    def choose_message(self) -> Message:
        """Return the sentence about what could leave instead, if anything."""
        return self.message if self.options else self.nothing


@dataclass(eq=False, slots=True)
class RecallFirst(IllegalTurn):
    """Nothing is in hand: one of the pieces on these squares must be recalled before placing."""

    message = N_(
        "Nothing is left in hand, so recall a piece first: {squares}. Such a turn is written "
        "{example}."
    )

    squares: AnyOf[Square]

    @property
    def example(self) -> TurnText:
        """A turn with a recall."""
        return f"{name_of(self.squares[0])}>Kc3"


@dataclass(eq=False, slots=True)
class NotRecallable(IllegalTurn):
    """The piece on that square cannot be recalled before placing; `squares` are those that can."""

    message = N_("The piece on {square} can't be recalled. Recall {squares} instead.")
    nothing = N_("No recall is needed now. Leave out {square}.")

    square: Square
    squares: AnyOf[Square]

    def choose_message(self) -> Message:
        """Return the sentence about what could be recalled instead, if anything."""
        return self.message if self.squares else self.nothing


class NoSeamInHand(IllegalTurn):
    """A seam piece was to be laid, but the turn wins, or the seat has none in hand."""

    message = N_(
        "You can't lay a seam piece in this turn: none was in hand when it began, or the turn "
        "wins. Leave out the `~…`."
    )


class NotAWin(IllegalTurn):
    """The turn was written as a win but does not win."""

    message = N_("The `#` says that this turn wins, but it doesn't. Leave out the `#`.")


@dataclass(eq=False, slots=True)
class AmbiguousTurn(GameRefusal):
    """The placement leaves several options and the turn names none of them."""

    message = N_("This placement leaves a choice. Say what leaves the bed: {options}.")

    options: AnyOf[Option]


@dataclass(eq=False, slots=True)
class IllegalPosition(GameRefusal):
    """A position text that can be parsed but is impossible in this ruleset; `reason` says why."""

    message = N_("There is no such position as {text}: {reason}.")

    text: Typed
    reason: Message
