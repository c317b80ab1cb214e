"""Who plays and with what: seats, kinds, pieces and pools."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Self


class Seat(Enum):
    """One of the two sides. Orange moves first."""

    ORANGE = "o"
    GRAY = "g"

    @property
    def other(self) -> "Seat":
        """The seat across the bed."""
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
        """The kinds of which at least one is in hand, kittens first."""
        return tuple(kind for kind in Kind if self.count(kind))

    def with_more(self, kind: Kind, pieces: int = 1) -> Self:
        """Return the pool with so many more pieces of that kind, or fewer when negative."""
        if kind is Kind.KITTEN:
            return replace(self, kittens=self.kittens + pieces)
        return replace(self, cats=self.cats + pieces)
