"""A turn as the player names it, and what it did to the bed."""

from dataclasses import dataclass
from enum import Enum

from bot.game.pieces import Kind, Piece, Seat
from bot.game.position import Position
from bot.game.squares import Square, Squares


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of the seat to move, and the empty square it goes to."""

    kind: Kind
    square: Square


@dataclass(frozen=True, slots=True)
class Turn:
    """A placement and the squares that leave the bed in settling.

    `leaves` may be empty where nothing leaves or where there is only one option. `wins` is the
    claim that the turn wins; a claim that is not so is refused, one left out is not missed.
    """

    placement: Placement
    leaves: Squares = ()
    wins: bool = False


class WinBy(Enum):
    """Why a seat has won on the bed."""

    LINE = "line"
    FULL_BED = "full bed"


@dataclass(frozen=True, slots=True)
class Win:
    """Who has won on the bed, and why. `squares` are the cats that won it."""

    winner: Seat
    by: WinBy
    squares: Squares


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece came out of its pool onto the bed."""

    piece: Piece
    square: Square


@dataclass(frozen=True, slots=True)
class Booped:
    """A neighbour was pushed one square away and stays on the bed."""

    piece: Piece
    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class FellOff:
    """A neighbour was pushed over the edge, back into its owner's pool as what it was."""

    piece: Piece
    start: Square


@dataclass(frozen=True, slots=True)
class Graduated:
    """A line left the bed: its kittens and cats all are cats in the pool now."""

    pieces: tuple[tuple[Square, Piece], ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """A single piece was lifted off a full bed, a cat in the pool now."""

    piece: Piece
    square: Square


@dataclass(frozen=True, slots=True)
class Won:
    """The seat that placed has won."""

    win: Win


Event = Placed | Booped | FellOff | Graduated | Recalled | Won


@dataclass(frozen=True, slots=True)
class Landing:
    """A placement whose boops are done and whose settling is still to come.

    `position` shows the bed after the boops with the same seat still to move; it is what a
    player looks at while choosing. `options` are the squares that may leave, each option by all
    its squares; with none or with one there is nothing to choose.
    """

    before: Position
    placement: Placement
    position: Position
    events: tuple[Event, ...]
    options: tuple[Squares, ...]
    win: Win | None

    @property
    def needs_choice(self) -> bool:
        """Whether the player has several options and must name one."""
        return len(self.options) > 1


@dataclass(frozen=True, slots=True)
class Step:
    """A whole turn: the position before it and after it, and all that happened, in order."""

    before: Position
    turn: Turn
    after: Position
    events: tuple[Event, ...]
    win: Win | None
