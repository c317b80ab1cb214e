"""Seats, kinds, pieces, pools and the seam piece."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Self

from bot.game.squares import COLUMNS, ROWS, SIZE, Square


class Seat(Enum):
    """One of the two players' sides. Orange moves first."""

    ORANGE = "o"
    GRAY = "g"

    @property
    def other(self) -> "Seat":
        """The other seat."""
        return Seat.GRAY if self is Seat.ORANGE else Seat.ORANGE


class Kind(Enum):
    """The small piece and the large one. The values are the notation's letters."""

    KITTEN = "K"
    CAT = "C"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one seat."""

    seat: Seat
    kind: Kind


@dataclass(frozen=True, slots=True)
class Pool:
    """A seat's pieces in hand."""

    kittens: int
    cats: int

    def count(self, kind: Kind) -> int:
        """Return how many pieces of that kind are in hand."""
        return self.kittens if kind is Kind.KITTEN else self.cats

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds in hand, kittens first."""
        return tuple(kind for kind in Kind if self.count(kind))

    def with_more(self, kind: Kind, pieces: int = 1) -> Self:
        """Return the pool with `pieces` more pieces of a kind, or fewer if it is negative."""
        if kind is Kind.KITTEN:
            return type(self)(self.kittens + pieces, self.cats)
        return type(self)(self.kittens, self.cats + pieces)


SEAM_GAPS: Final = SIZE - 1
"""The number of gaps between the bed's columns, and also between its rows."""

SEAM_STEPS: Final = SIZE
"""The number of steps of a seam piece before it leaves the bed."""


@dataclass(frozen=True, slots=True, order=True)
class Seam:
    """A gap between two neighbouring columns or rows; `number` counts those of columns first."""

    number: int

    @property
    def lies_between_columns(self) -> bool:
        """Whether the gap lies between two columns and not between two rows."""
        return self.number < SEAM_GAPS

    @property
    def gap(self) -> int:
        """The gap's index, 0 beside column a or row 1."""
        return self.number % SEAM_GAPS

    @property
    def name(self) -> str:
        """The columns or rows on either side, such as `cd`."""
        letters = COLUMNS if self.lies_between_columns else ROWS
        return letters[self.gap : self.gap + 2]


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One of the 20 places where a seam piece is laid: a gap and the end it is entered from.

    `number` counts the gaps between columns first, then those between rows, each from `+`, which
    moves away from row 1 or column a, and then from `-`, which moves back towards it.
    """

    number: int

    @property
    def seam(self) -> Seam:
        """The entered gap."""
        return Seam(self.number // 2)

    @property
    def lies_between_columns(self) -> bool:
        """Whether the gap lies between two columns and not between two rows."""
        return self.seam.lies_between_columns

    @property
    def gap(self) -> int:
        """The gap's index, 0 beside column a or row 1."""
        return self.seam.gap

    @property
    def is_ascending(self) -> bool:
        """Whether it is entered at row 1 or column a and moves to higher ones."""
        return self.number % 2 == 0

    @property
    def name(self) -> str:
        """The entry in notation, such as `cd+`."""
        return self.seam.name + ("+" if self.is_ascending else "-")

    def squares_at(self, step: int) -> tuple[Square, Square]:
        """Return the squares on either side at a step, 0 to 5, the lower column or row first."""
        along = step if self.is_ascending else SIZE - 1 - step
        if self.lies_between_columns:
            low = along * SIZE + self.gap
            return Square(low), Square(low + 1)
        low = self.gap * SIZE + along
        return Square(low), Square(low + SIZE)


ENTRIES: Final = tuple(Entry(number) for number in range(4 * SEAM_GAPS))
"""Every entry: `ab+`, `ab-`, … `ef-`, `12+`, … `56-`."""

_BY_NAME: Final = {entry.name: entry for entry in ENTRIES}

SEAMS: Final = tuple(Seam(number) for number in range(2 * SEAM_GAPS))
"""Every seam: `ab` … `ef`, `12` … `56`."""


def entry_named(name: str) -> Entry:
    """Return the entry of that name. Raise `KeyError` if there is none."""
    return _BY_NAME[name]


@dataclass(frozen=True, slots=True)
class SeamPiece:
    """A seam piece that was laid.

    `advanced` is how often it has advanced since: 0 outside the bed, where it was laid; otherwise
    it is at step `advanced - 1`. After its last step it is in hand again, so the maximum is 5.
    """

    entry: Entry
    advanced: int = 0

    @property
    def squares(self) -> tuple[Square, Square] | None:
        """The squares on either side of it; `None` while it is outside the bed."""
        return self.entry.squares_at(self.advanced - 1) if self.advanced else None
