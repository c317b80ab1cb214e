"""Building a turn part by part: what has been chosen, and what to ask next.

One builder serves matches, plans and puzzles. It depends on no match and no database: the choices
are written into the custom ids of the next buttons, so that they survive the process.
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
"""The text of no choice, because an empty text could not be read back."""
_SQUARE: Final = "[a-f][1-6]"
_CHOICES: Final = re.compile(
    rf"(?:(?P<recall>{_SQUARE})>)?(?P<kind>[KC])?"
    rf"(?:(?P<square>{_SQUARE})(?:=(?P<leaves>(?:{_SQUARE})+))?(?:~(?P<seam>\w\w[+-]))?"
    r"|(?P<column>[a-f]))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class AskRecall:
    """Nothing is in hand; the player is asked which of these pieces to recall first."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class AskPlacement:
    """The player is asked which piece to place where.

    `position` is the position after the recall, if there was one.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class AskOption:
    """The player is asked which of the landing's options leaves the bed."""

    landing: Landing


@dataclass(frozen=True, slots=True)
class AskSeam:
    """The player is asked where to lay the seam piece, or to keep it.

    `step` is the turn with the seam piece kept.
    """

    step: Step
    entries: tuple[Entry, ...]


Question = AskRecall | AskPlacement | AskOption | AskSeam


@dataclass(frozen=True, slots=True)
class TurnChoices:
    """The parts of a turn that are chosen so far, in any order.

    A square is chosen in two steps, `column` first. A `kind` without a square counts only if it is
    in hand.
    """

    recall: Square | None = None
    kind: Kind | None = None
    column: Column | None = None
    square: Square | None = None
    leaves: Squares = ()
    seam: Entry | None = None

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Return the choices that a turn names; a turn that lays no seam piece leaves that open."""
        placement = turn.placement
        return cls(turn.recall, placement.kind, None, placement.square, turn.leaves, turn.seam)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `text` wrote. Raise `ValueError` for other text."""
        parsed = _CHOICES.fullmatch("" if text == NOTHING else text)
        if not text or parsed is None:
            raise ValueError(f"{text!r} is not part of a turn")
        leaves, seam = parsed["leaves"] or "", parsed["seam"] or ""
        return cls(
            _square(parsed["recall"]),
            Kind(parsed["kind"]) if parsed["kind"] else None,
            Column(COLUMNS.index(parsed["column"])) if parsed["column"] else None,
            _square(parsed["square"]),
            tuple(square_named(leaves[at : at + 2]) for at in range(0, len(leaves), 2)),
            entry_named(seam) if seam else None,
        )

    @property
    def text(self) -> str:
        """The choices as a part of a custom id."""
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
        """Return the choices with a piece to recall first."""
        return replace(self, recall=square)

    def with_kind(self, kind: Kind) -> Self:
        """Return the choices with another kind to place, which undoes later choices."""
        return replace(self, kind=kind, leaves=(), seam=None)

    def in_column(self, column: Column | None) -> Self:
        """Return the choices with a column, or none, and no square yet."""
        return type(self)(self.recall, self.kind, column)

    def on(self, square: Square, kind: Kind) -> Self:
        """Return the choices with a piece on a square."""
        return type(self)(self.recall, kind, None, square)

    def choosing(self, leaves: Squares) -> Self:
        """Return the choices with the squares that leave the bed."""
        return replace(self, leaves=leaves)

    def laying_at(self, entry: Entry) -> Self:
        """Return the choices with the place of the seam piece."""
        return replace(self, seam=entry)

    @property
    def back(self) -> Self:
        """The choices one step back: the square is undone before its column."""
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


def leaves_kind_open(position: Position, choices: TurnChoices) -> bool:
    """Return whether either kind can be placed and none is chosen yet."""
    is_open = choices.kind is None and choices.square is None
    return is_open and len(position.pool_of(position.to_move).kinds) == len(Kind)


@dataclass(frozen=True, slots=True)
class TurnBuilder:
    """A turn that is being chosen in a position."""

    position: Position
    choices: TurnChoices = NOTHING_CHOSEN

    @property
    def question(self) -> Question | Step:
        """What to ask next, or the whole turn if it is complete.

        Raise what `bot.game.land` and `bot.game.complete` raise for impossible choices.
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
        """The chosen kind; by default a kitten if one is in hand."""
        pool, chosen = self.ready.pool_of(self.position.to_move), self.choices.kind
        if chosen is not None and (chosen in pool.kinds or self.choices.square is not None):
            return chosen
        return Kind.KITTEN if pool.kittens else Kind.CAT

    @property
    def other_kind(self) -> Kind | None:
        """The kind that could be placed instead, if one is in hand."""
        return next((kind for kind in self.kinds if kind is not self.kind), None)

    @property
    def leaves_piece_open(self) -> bool:
        """Whether the choices don't say which piece is recalled, or which kind is placed.

        Raise what `question` raises.
        """
        if isinstance(self.question, AskRecall):
            return True
        return self.choices.kind is None and self.other_kind is not None

    @property
    def turn(self) -> Turn | None:
        """The turn as far as it is chosen; `None` until a square is chosen."""
        choices = self.choices
        if choices.square is None:
            return None
        placement = Placement(self.kind, choices.square)
        return Turn(placement, choices.leaves, recall=choices.recall, seam=choices.seam)

    def with_choices(self, choices: TurnChoices) -> Self:
        """Return the same turn with other choices."""
        return replace(self, choices=choices)

    def is_full(self, column: Column) -> bool:
        """Return whether a column has no free square."""
        bed = self.ready.bed
        return all(bed.piece_at(square) is not None for square in squares_in(column))


def question_after(
    landing: Landing, leaves: Squares, seam: Entry | None
) -> AskOption | AskSeam | Step:
    """Return what to ask once a piece is placed, or the whole turn if it is complete.

    Raise what `bot.game.complete` raises.
    """
    if landing.needs_choice and not leaves:
        return AskOption(landing)
    step = complete(landing, leaves, seam)
    return AskSeam(step, landing.entries) if landing.entries and seam is None else step


def _square(name: str | None) -> Square | None:
    return square_named(name) if name else None
