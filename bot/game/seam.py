"""The seam piece: where it is laid, and how it travels along a gap between squares."""

from dataclasses import dataclass
from typing import Final

from bot.game.squares import COLUMNS, ROWS, SIZE, Square

GAPS: Final = SIZE - 1
"""Gaps between the columns of the bed, and as many between its rows."""

STEPS: Final = SIZE
"""Steps that a seam piece takes before it leaves the bed."""


@dataclass(frozen=True, slots=True, order=True)
class Seam:
    """A gap between two neighbouring columns or rows; `number` counts those of columns first."""

    number: int

    @property
    def lies_between_columns(self) -> bool:
        """Whether the gap lies between two columns; otherwise it lies between two rows."""
        return self.number < GAPS

    @property
    def gap(self) -> int:
        """The gap's index, 0 beside column a or row 1."""
        return self.number % GAPS

    @property
    def name(self) -> str:
        """What is on either side, such as `cd`."""
        letters = COLUMNS if self.lies_between_columns else ROWS
        return letters[self.gap : self.gap + 2]


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One of the 20 places where a seam piece is laid: a gap and the end it is entered from.

    `number` counts the gaps between columns first, then those between rows, each from `+`, which
    travels away from row 1 or column a, and then from `-`, which travels back towards it.
    """

    number: int

    @property
    def seam(self) -> Seam:
        """The gap that is entered."""
        return Seam(self.number // 2)

    @property
    def lies_between_columns(self) -> bool:
        """Whether the gap lies between two columns; otherwise it lies between two rows."""
        return self.seam.lies_between_columns

    @property
    def gap(self) -> int:
        """The gap's index, 0 beside column a or row 1."""
        return self.seam.gap

    @property
    def travels_up(self) -> bool:
        """Whether it is entered at row 1 or column a and travels to higher ones."""
        return self.number % 2 == 0

    @property
    def name(self) -> str:
        """The entry as it is written, such as `cd+`."""
        return self.seam.name + ("+" if self.travels_up else "-")

    def squares_at(self, step: int) -> tuple[Square, Square]:
        """Return the squares on either side at a step of 0 to 5, the lower column or row first."""
        along = step if self.travels_up else SIZE - 1 - step
        if self.lies_between_columns:
            low = along * SIZE + self.gap
            return Square(low), Square(low + 1)
        low = self.gap * SIZE + along
        return Square(low), Square(low + SIZE)


ENTRIES: Final = tuple(Entry(number) for number in range(4 * GAPS))
"""Every entry: `ab+`, `ab-`, … `ef-`, `12+`, … `56-`."""

_BY_NAME: Final = {entry.name: entry for entry in ENTRIES}


SEAMS: Final = tuple(Seam(number) for number in range(2 * GAPS))
"""Every seam: `ab` … `ef`, `12` … `56`."""

_SEAM_BY_NAME: Final = {seam.name: seam for seam in SEAMS}


def seam_named(name: str) -> Seam:
    """Return the seam of that name; a `KeyError` when there is none."""
    return _SEAM_BY_NAME[name]


def entry_named(name: str) -> Entry:
    """Return the entry of that name; a `KeyError` when there is none."""
    return _BY_NAME[name]


@dataclass(frozen=True, slots=True)
class SeamPiece:
    """A seam piece that was laid.

    `advanced` is how often it has advanced since: 0 outside the bed, where it was laid; otherwise
    it is at step `advanced - 1`. After its last step it is in hand again, so it is 5 at most.
    """

    entry: Entry
    advanced: int = 0

    @property
    def squares(self) -> tuple[Square, Square] | None:
        """The squares on either side of it, `None` outside the bed."""
        return self.entry.squares_at(self.advanced - 1) if self.advanced else None
