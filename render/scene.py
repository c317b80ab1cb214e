"""What a picture shows, as a value: equal scenes are the same picture."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.game import Landing, Position, Squares, Step, Win

MOST_OPTIONS: Final = 14


class Status(Enum):
    """Whether what a picture tells has happened."""

    PLAYED = auto()
    NOT_YET_PLAYED = auto()


def letter_of(index: int) -> str:
    """Give the letter of the option with this index, `A` for the first.

    A `ValueError` where no turn can have so many options.
    """
    if not 0 <= index < MOST_OPTIONS:
        raise ValueError(f"no option has the index {index}; there are at most {MOST_OPTIONS}")
    return chr(ord("A") + index)


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and what a picture of it should tell.

    `told` is the last turn, or the landing of a draft: its placement, boops, falls and
    graduations are drawn over the bed. The option of index `n` in `options` is lettered
    `letter_of(n)`. What is not yet played is drawn so that nobody takes it for the bed as it is.
    A `ValueError` when there are more options than letters.
    """

    position: Position
    told: Step | Landing | None = None
    options: tuple[Squares, ...] = ()
    win: Win | None = None
    status: Status = Status.PLAYED

    def __post_init__(self) -> None:
        if len(self.options) > MOST_OPTIONS:
            raise ValueError(f"{len(self.options)} options, and at most {MOST_OPTIONS} letters")
