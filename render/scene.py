"""The content of a picture as a value; equal scenes give the same picture."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, assert_never

from bot.game import Column, Entry, Landing, Placed, Position, Seat, Squares, Step, Win, name_of
from bot.game.pieces import SEAM_GAPS
from bot.text import N_, NC_, translate
from render.theme import DAY_QUILT, Theme

MOST_OPTIONS: Final = 14

Recent = Step | Landing
"""Something played that a picture can show: a turn, or the landing of a draft."""


class Status(Enum):
    """Whether the turn in a picture was really played."""

    PLAYED = auto()
    NOT_YET_PLAYED = auto()
    """A preview: the player sees the turn before playing it."""
    HINTED = auto()
    """A hint: the turn is recommended to a player, and has not been played."""
    BETTER = auto()
    """The turn would have been better than the one that was played."""
    TRIED = auto()
    """The turn was played only on a private bed, where a user tries other turns."""

    @property
    def is_done(self) -> bool:
        """Whether the turn was played, on the real bed or a private one, so its piece is there."""
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
    """The ending of a match, which decides whose pieces stay awake."""

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
    """A line with two pieces of a seat, which the seat could complete on the third square."""

    seat: Seat
    line: Squares


def letter_of(index: int) -> str:
    """Return the letter of the option with this index, `A` for the first.

    Raise `ValueError` if no turn has that many options.
    """
    if not 0 <= index < MOST_OPTIONS:
        raise ValueError(f"no option has the index {index}; there are at most {MOST_OPTIONS}")
    return chr(ord("A") + index)


def entry_letter(entry: Entry) -> str:
    """Return the letter of an entry: from `G` on, because columns have the letters before.

    The letters run along the top, the right, the bottom and the left side, each in the order of
    its columns or rows.
    """
    sides_before = _SIDES_BEFORE[entry.lies_between_columns, entry.is_ascending]
    return chr(ord("G") + SEAM_GAPS * sides_before + entry.gap)


_SIDES_BEFORE: Final = {(True, True): 0, (False, False): 1, (True, False): 2, (False, True): 3}
"""The number of sides before an entry's, by `lies_between_columns` and `is_ascending`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and the things that a picture of it shows.

    `recent` are the last turns, the oldest first: a turn, the landing of a draft, or several of
    them (`turns` always has them as a tuple). Their placements, boops, falls and graduations are
    drawn over the bed, those of the last turn strongest.

    The option of index `n` in `options` has the letter `letter_of(n)`. Each of `entries` has a
    letter at the edge of the bed. `threats` are outlined. The free squares of `column` are named,
    so that the player can choose one. `chosen` is a piece that the player is about to place: it is
    half transparent, and its effect is not shown.

    If `status` is not `PLAYED`, the bed has a frame with a `heading`, so that it is not mistaken
    for the real bed; `with_status` sets both.

    Once a match has ended, the loser's pieces sleep, or all pieces after a draw. A `win` on the bed
    implies its ending; `ending` gives any other.

    Raise `ValueError` if there are more options than letters, if a win and an ending disagree, if a
    piece is chosen for a taken square, or if there is a heading with the status `PLAYED` or none
    with another status.
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
        """The turns and landings to show, the oldest first."""
        match self.recent:
            case None:
                return ()
            case Step() | Landing():
                return (self.recent,)
            case _:
                return self.recent

    @property
    def last(self) -> Recent | None:
        """The last turn or landing to show, if any."""
        return self.turns[-1] if self.turns else None

    def is_asleep(self, seat: Seat) -> bool:
        """Return whether the seat's pieces sleep: the match is over and the seat has not won."""
        return self.ending is not None and self.ending.winner is not seat
