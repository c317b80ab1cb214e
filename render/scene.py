"""What a picture shows, as a value; equal scenes give the same picture."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, assert_never

from bot.game import Column, Entry, Landing, Placed, Position, Seat, Squares, Step, Win, name_of
from bot.game.pieces import SEAM_GAPS
from bot.text import N_, NC_, translate
from render.theme import DAY_QUILT, Theme

MOST_OPTIONS: Final = 14

Recent = Step | Landing
"""What a picture can show: a turn, or the landing of a draft."""


class Status(Enum):
    """Whether what a picture shows has happened."""

    PLAYED = auto()
    NOT_YET_PLAYED = auto()
    """A player looks at it before playing it."""
    HINTED = auto()
    """It is recommended to a player, and has not been played."""
    BETTER = auto()
    """Something else was played, and this would have been better."""
    TRIED = auto()
    """It was played, but only on the private bed where a user tries what could have been."""

    @property
    def is_done(self) -> bool:
        """Whether the turn was played, wherever that was, so that its piece is there."""
        return self in (Status.PLAYED, Status.TRIED)


_HEADINGS: Final = {
    # Translators: The heading on the frame of a picture. The shorter it is, the larger its letters.
    Status.NOT_YET_PLAYED: N_("Not yet played"),
    # Translators: The heading on the frame of a picture: it shows a turn that is recommended.
    Status.HINTED: NC_("heading of a picture", "A hint"),
    # Translators: The heading on the frame of a picture: it shows a turn that was not played.
    Status.BETTER: NC_("heading of a picture", "Better"),
    # Translators: What could have been in a match that is over: a button, and the heading on the
    # frame of a picture.
    Status.TRIED: N_("What if"),
}


class Ending(Enum):
    """How a match has ended, and so whose pieces stay awake."""

    ORANGE_WON = auto()
    GRAY_WON = auto()
    DRAWN = auto()

    @classmethod
    def won_by(cls, seat: Seat) -> "Ending":
        """Return the ending of a match that the seat has won, on the bed or otherwise."""
        return cls.ORANGE_WON if seat is Seat.ORANGE else cls.GRAY_WON

    @property
    def winner(self) -> Seat | None:
        """The seat that has won; None in a draw."""
        match self:
            case Ending.ORANGE_WON:
                return Seat.ORANGE
            case Ending.GRAY_WON:
                return Seat.GRAY
            case Ending.DRAWN:
                return None
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class Threat:
    """A line in which a seat has two pieces and the third square is open to its next one."""

    seat: Seat
    line: Squares


def letter_of(index: int) -> str:
    """Return the letter of the option with this index, `A` for the first.

    Raise `ValueError` if no turn can have that number of options.
    """
    if not 0 <= index < MOST_OPTIONS:
        raise ValueError(f"no option has the index {index}; there are at most {MOST_OPTIONS}")
    return chr(ord("A") + index)


def entry_letter(entry: Entry) -> str:
    """Return the letter of an entry: from `G` on, at the top, right, bottom and left.

    No column has such a letter. Each side follows the order of its columns or rows.
    """
    sides_before = _SIDES_BEFORE[entry.lies_between_columns, entry.is_ascending]
    return chr(ord("G") + SEAM_GAPS * sides_before + entry.gap)


_SIDES_BEFORE: Final = {(True, True): 0, (False, False): 1, (True, False): 2, (False, True): 3}
"""How many sides precede an entry's, by whether it is between columns and is ascending."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and what a picture of it should show.

    `recent` is what was played last: a turn or the landing of a draft, or several, the oldest first
    (`turns` always has them as a tuple). Their placements, boops, falls and graduations are drawn
    over the bed, the last ones strongest. The option of index `n` in `options` is lettered
    `letter_of(n)`, and each of `entries` is lettered at the edge of the bed. `threats` are drawn,
    too. A turn that was not played is drawn in a frame with a `heading`, so that it is not mistaken
    for the bed as it is; `with_status` sets both. `chosen` is a piece that the player is about to
    place: it is half transparent, and its effect is not shown. The free squares of `column` are
    named, because one of them is to be chosen. Once a match has ended, the loser's pieces sleep,
    and in a draw all pieces. A `win` on the bed implies the ending; `ending` gives any other. Raise
    `ValueError` if there are more options than letters, if a win and an ending disagree, if a piece
    is chosen for a taken square, if a played turn has a heading, or if one that was not played has
    none.
    """

    position: Position
    recent: Recent | tuple[Recent, ...] | None = None
    options: tuple[Squares, ...] = ()
    win: Win | None = None
    status: Status = Status.PLAYED
    ending: Ending | None = None
    entries: tuple[Entry, ...] = ()
    threats: tuple[Threat, ...] = ()
    theme: Theme = DAY_QUILT
    chosen: Placed | None = None
    column: Column | None = None
    heading: str = ""

    def __post_init__(self) -> None:
        if len(self.options) > MOST_OPTIONS:
            raise ValueError(f"{len(self.options)} options, and at most {MOST_OPTIONS} letters")
        if self.chosen is not None and self.position.bed.piece_at(self.chosen.square) is not None:
            raise ValueError(f"{name_of(self.chosen.square)} is taken, and nothing is placed there")
        if (self.status is Status.PLAYED) is bool(self.heading):
            raise ValueError(f"{self.heading!r} is not a heading for {self.status.name}")
        object.__setattr__(self, "recent", self.turns)
        if self.win is not None:
            ending = Ending.won_by(self.win.winner)
            if self.ending not in (None, ending):
                raise ValueError(f"{self.ending} is not the ending of {self.win}")
            object.__setattr__(self, "ending", ending)

    def with_status(self, status: Status) -> "Scene":
        """Return the scene with that status, and with its heading in the current language."""
        heading = "" if status is Status.PLAYED else translate(_HEADINGS[status])
        return replace(self, status=status, heading=heading)

    @property
    def turns(self) -> tuple[Recent, ...]:
        """What is shown, the oldest first."""
        match self.recent:
            case None:
                return ()
            case Step() | Landing():
                return (self.recent,)
            case _:
                return self.recent

    @property
    def last(self) -> Recent | None:
        """What was played last, if anything is shown."""
        return self.turns[-1] if self.turns else None

    def is_asleep(self, seat: Seat) -> bool:
        """Return whether the seat's pieces sleep: the match is over and the seat has not won."""
        return self.ending is not None and self.ending.winner is not seat
