"""A turn as the player names it, and the step that results."""

from dataclasses import dataclass
from enum import Enum

from bot.game.pieces import Entry, Kind, Piece, Pool, SeamPiece, Seat
from bot.game.position import Position
from bot.game.squares import Square, Squares


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of the seat to move, and the empty square it is placed on."""

    kind: Kind
    square: Square


@dataclass(frozen=True, slots=True)
class Turn:
    """A placement and the squares that leave the bed in settling.

    `leaves` may be empty if nothing leaves or there is only one option. `wins` is the claim that
    the turn wins: a false claim is refused, and a missing one is ignored. `recall` is the square of
    the piece that is recalled before placing, if the ruleset requires it, and `seam` is where a
    seam piece is laid at the end, `None` to keep it.
    """

    placement: Placement
    leaves: Squares = ()
    wins: bool = False
    recall: Square | None = None
    seam: Entry | None = None


class WinBy(Enum):
    """Why a seat has won on the bed."""

    LINE = "line"
    FULL_BED = "full bed"


@dataclass(frozen=True, slots=True)
class Win:
    """Which seat has won on the bed, and why. `squares` are those of the winning pieces."""

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
    """A neighbour was pushed over the edge, back into its owner's pool unchanged."""

    piece: Piece
    start: Square


class Stays(Enum):
    """Why a neighbour of the placed piece did not move."""

    TOO_LARGE = "too large"
    """It is a cat, and a kitten was placed."""
    BLOCKED = "blocked"
    """The square that it would move to holds a piece."""


@dataclass(frozen=True, slots=True)
class Stayed:
    """A neighbour was not pushed, and why."""

    piece: Piece
    square: Square
    why: Stays


@dataclass(frozen=True, slots=True)
class Graduated:
    """A line, or the parts of lines that leave at once, left the bed.

    `returned` is what came back to the pool for it, which the ruleset decides.
    """

    pieces: tuple[tuple[Square, Piece], ...]
    returned: Pool


@dataclass(frozen=True, slots=True)
class Recalled:
    """A single piece was lifted off the bed, before placing or in settling.

    `returned` is what came back to the pool for it, which the ruleset decides.
    """

    piece: Piece
    square: Square
    returned: Pool


@dataclass(frozen=True, slots=True)
class SeamAdvanced:
    """A seat's seam piece advanced by one step, to the place of `piece`."""

    seat: Seat
    piece: SeamPiece


@dataclass(frozen=True, slots=True)
class Slid:
    """A piece beside the seam piece was pushed, over occupied squares, and stays on the bed."""

    piece: Piece
    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class SeamLeft:
    """A seat's seam piece has left the bed after its last step and is in hand again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeamLaid:
    """A seat laid its seam piece."""

    seat: Seat
    entry: Entry


@dataclass(frozen=True, slots=True)
class Won:
    """The seat that placed has won."""

    win: Win


Event = (
    Placed
    | Booped
    | FellOff
    | Stayed
    | Graduated
    | Recalled
    | SeamAdvanced
    | Slid
    | SeamLeft
    | SeamLaid
    | Won
)


@dataclass(frozen=True, slots=True)
class Landing:
    """A placement whose boops are done and whose settling is still to come.

    `position` shows the bed after the boops with the same seat still to move; the player sees it
    while choosing. `options` are the squares that may leave, each option with all its squares; with
    one or none there is no choice. `entries` are where a seam piece may be laid after that.
    `recall` is the square of the piece recalled before placing.
    """

    before: Position
    placement: Placement
    position: Position
    events: tuple[Event, ...]
    options: tuple[Squares, ...]
    win: Win | None
    entries: tuple[Entry, ...] = ()
    recall: Square | None = None

    @property
    def needs_choice(self) -> bool:
        """Whether the player has several options and must name one."""
        return len(self.options) > 1


@dataclass(frozen=True, slots=True)
class Step:
    """A whole turn: the position before and after it, and its events, in order."""

    before: Position
    turn: Turn
    after: Position
    events: tuple[Event, ...]
    win: Win | None
