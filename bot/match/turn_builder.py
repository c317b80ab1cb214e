"""Building a turn part by part: what has been chosen, and what to ask next.

One builder serves whoever chooses a turn, in a match, a plan or a puzzle. It is in no match and
no database: what is chosen is written into the buttons that go on from there, so that nothing is
lost with the process.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.game import (
    Column,
    Entry,
    Kind,
    Landing,
    Placement,
    Position,
    Square,
    Squares,
    Step,
    Turn,
    column_of,
    complete,
    entry_named,
    land,
    name_of,
    recall,
    square_named,
    squares_in,
    to_recall,
)
from bot.game.squares import COLUMNS

NOTHING: Final = "~"
"""What stands for nothing; an empty text would not read back."""
_SQUARE: Final = "[a-f][1-6]"
_CHOICES: Final = re.compile(
    rf"(?:(?P<recall>{_SQUARE})>)?(?P<kind>[KC])?"
    rf"(?:(?P<square>{_SQUARE})(?:=(?P<leaves>(?:{_SQUARE})+))?(?:~(?P<seam>\w\w[+-]))?"
    r"|(?P<column>[a-f]))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class AskRecall:
    """Nothing is in hand, and the player is asked which of these is recalled before placing."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class AskPlacement:
    """The player is asked which piece goes where.

    `position` is as it is once a piece was recalled, if one had to be.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class AskOption:
    """The player is asked which of the landing's options leaves the bed."""

    landing: Landing


@dataclass(frozen=True, slots=True)
class AskSeam:
    """The player is asked where the seam piece is laid, if it is not kept.

    `step` is the turn as it would be with the seam piece kept.
    """

    step: Step
    entries: tuple[Entry, ...]


Question = AskRecall | AskPlacement | AskOption | AskSeam


@dataclass(frozen=True, slots=True)
class TurnChoices:
    """What is chosen of a turn so far, in whatever order it was chosen.

    A square is chosen in two steps, `column` first. A `kind` without a square counts only where it
    is in hand.
    """

    recall: Square | None = None
    kind: Kind | None = None
    column: Column | None = None
    square: Square | None = None
    leaves: Squares = ()
    seam: Entry | None = None

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Return the choices that a turn names; one that lays no seam piece leaves that open."""
        placement = turn.placement
        return cls(turn.recall, placement.kind, None, placement.square, turn.leaves, turn.seam)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `text` wrote. Raise `ValueError` for anything else."""
        found = _CHOICES.fullmatch("" if text == NOTHING else text)
        if not text or found is None:
            raise ValueError(f"{text!r} is no part of a turn")
        leaves, seam = found["leaves"] or "", found["seam"] or ""
        return cls(
            _square(found["recall"]),
            Kind(found["kind"]) if found["kind"] else None,
            Column(COLUMNS.index(found["column"])) if found["column"] else None,
            _square(found["square"]),
            tuple(square_named(leaves[at : at + 2]) for at in range(0, len(leaves), 2)),
            entry_named(seam) if seam else None,
        )

    @property
    def text(self) -> str:
        """How a custom id says it."""
        text = "" if self.recall is None else f"{name_of(self.recall)}>"
        text += "" if self.kind is None else self.kind.value
        if self.square is not None:
            text += name_of(self.square)
            text += f"={''.join(map(name_of, self.leaves))}" if self.leaves else ""
            text += "" if self.seam is None else f"~{self.seam.name}"
        elif self.column is not None:
            text += COLUMNS[self.column]
        return text or NOTHING

    def recalling(self, square: Square) -> Self:
        """Return the choices with a piece recalled first."""
        return replace(self, recall=square)

    def with_kind(self, kind: Kind) -> Self:
        """Return the choices with another kind to place, which undoes what follows from it."""
        return replace(self, kind=kind, leaves=(), seam=None)

    def in_column(self, column: Column | None) -> Self:
        """Return the choices with a column, or none, and no square yet."""
        return type(self)(self.recall, self.kind, column)

    def on(self, square: Square, kind: Kind) -> Self:
        """Return the choices with a piece on a square."""
        return type(self)(self.recall, kind, None, square)

    def choosing(self, leaves: Squares) -> Self:
        """Return the choices with what leaves the bed."""
        return replace(self, leaves=leaves)

    def laying_at(self, entry: Entry) -> Self:
        """Return the choices with where the seam piece is laid."""
        return replace(self, seam=entry)

    @property
    def back(self) -> Self:
        """What is left of the choices one step back: the square goes before its column."""
        if self.seam is not None:
            return replace(self, seam=None)
        if self.leaves:
            return replace(self, leaves=())
        square = self.square
        if square is not None:
            return self.in_column(Column(column_of(square)))
        if self.column is not None:
            return self.in_column(None)
        return replace(self, recall=None)


NOTHING_CHOSEN: Final = TurnChoices()


@dataclass(frozen=True, slots=True)
class TurnBuilder:
    """A turn that is being chosen in a position."""

    position: Position
    choices: TurnChoices = NOTHING_CHOSEN

    @property
    def question(self) -> Question | Step:
        """What is asked next, or the whole turn where nothing is left to ask.

        Raise what `bot.game.land` and `bot.game.complete` raise for choices that cannot be made.
        """
        choices = self.choices
        squares = to_recall(self.position)
        if squares and choices.recall is None:
            return AskRecall(squares)
        if choices.square is None:
            return AskPlacement(self.ready)
        landing = land(self.position, Placement(self.kind, choices.square), choices.recall)
        return question_after(landing, choices.leaves, choices.seam)

    @property
    def ready(self) -> Position:
        """The position in which the piece is placed. Raise `RecallFirst` or `NotRecallable`."""
        return recall(self.position, self.choices.recall)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds in hand. Raise what `ready` raises."""
        ready = self.ready
        return ready.pool_of(ready.to_move).kinds

    @property
    def kind(self) -> Kind:
        """The kind that is chosen, or else a kitten as long as one is in hand."""
        pool, chosen = self.ready.pool_of(self.position.to_move), self.choices.kind
        if chosen is not None and (chosen in pool.kinds or self.choices.square is not None):
            return chosen
        return Kind.KITTEN if pool.kittens else Kind.CAT

    @property
    def other_kind(self) -> Kind | None:
        """The kind that could be placed in its stead, if there is one in hand."""
        return next((kind for kind in self.kinds if kind is not self.kind), None)

    @property
    def turn(self) -> Turn | None:
        """The turn as far as it is chosen, once it is known where a piece is placed."""
        choices = self.choices
        if choices.square is None:
            return None
        placement = Placement(self.kind, choices.square)
        return Turn(placement, choices.leaves, recall=choices.recall, seam=choices.seam)

    def with_choices(self, choices: TurnChoices) -> Self:
        """Return the same turn with something else chosen."""
        return replace(self, choices=choices)

    def is_full(self, column: Column) -> bool:
        """Return whether no square of a column is free."""
        bed = self.ready.bed
        return all(bed.piece_at(square) is not None for square in squares_in(column))


def question_after(
    landing: Landing, leaves: Squares, seam: Entry | None
) -> AskOption | AskSeam | Step:
    """Return what is asked once a piece is placed, or the whole turn where nothing is left to ask.

    Raise what `bot.game.complete` raises.
    """
    if landing.needs_choice and not leaves:
        return AskOption(landing)
    step = complete(landing, leaves, seam)
    return AskSeam(step, landing.entries) if landing.entries and seam is None else step


def _square(name: str | None) -> Square | None:
    return square_named(name) if name else None
