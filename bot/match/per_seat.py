"""Something that each of the two seats has."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from bot.game import Seat

Had = TypeVar("Had")


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[Had]):
    """What orange has and what gray has."""

    orange: Had
    gray: Had

    def of(self, seat: Seat) -> Had:
        """Give what a seat has."""
        return self.orange if seat is Seat.ORANGE else self.gray

    def having(self, seat: Seat, had: Had) -> Self:
        """Give both with that seat's in place of what it had."""
        return replace(self, orange=had) if seat is Seat.ORANGE else replace(self, gray=had)

    def __iter__(self) -> Iterator[tuple[Seat, Had]]:
        """Walk over both seats with what they have, orange first."""
        return iter(((Seat.ORANGE, self.orange), (Seat.GRAY, self.gray)))
