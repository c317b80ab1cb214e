"""The animation of a turn as a sequence of acts: figures that move, and the squares afterwards.

Lengths are in squares from the top left corner of a1, so that animations of any size play the same
acts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import zip_longest
from typing import Final, assert_never

from bot.game import (
    Booped,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Slid,
    Square,
    Stayed,
    Step,
    Won,
    column_of,
    row_of,
)
from bot.game.pieces import SEAM_STEPS
from render.layout import EDGE, TILE, point_along, way_along
from render.tiles import piece_name
from render.turns import QUARTERS, Push, pushes_of


class MotionPace(Enum):
    """The share of a motion's pictures that is shown."""

    FULL = 1.0
    BRIEF = 0.34
    STILL = 0.0


@dataclass(frozen=True, slots=True)
class Pose:
    """A figure in one picture: its sprite, its middle, its size in tenths, its quarter turns."""

    sprite: str
    across: float
    down: float
    tenths: int = 10
    quarters: int = 0


Path = tuple[Pose, ...]
"""A figure's poses, picture by picture."""


@dataclass(frozen=True, slots=True)
class Act:
    """A part of a turn in which everything happens at the same time.

    The squares in `after` look empty while the figures move along their paths; then they hold the
    pieces in `after`. `seams` has the new place of each seam piece that has changed. `stays` is the
    pause before the next act, as a number of pictures.
    """

    paths: tuple[Path, ...] = ()
    after: dict[Square, Piece | None] = field(default_factory=dict)
    seams: dict[Seat, SeamPiece | None] = field(default_factory=dict)
    stays: int = 1

    def pictures(self, pace: MotionPace) -> Iterator[tuple[Pose, ...]]:
        """Yield the figures of each picture; those further down the bed are last, in front."""
        shown = [_sampled(path, pace) for path in self.paths]
        for poses in zip_longest(*shown):
            yield tuple(sorted((pose for pose in poses if pose), key=lambda pose: pose.down))


DROP: Final = ((0.2, 11),)
"""How far above its square a placed piece is shown first, and its size in tenths."""

GLIDE: Final = (0.36, 0.68, 0.9)
"""The share of its way that a pushed piece has gone in each picture: it is fast at first."""

UPRIGHT: Final = (0.45,)
"""How many squares beyond the last one a falling piece is before it tips over."""
TIPPED: Final = ((0.85, 10), (1.1, 7))
"""The same afterwards, when it falls head first and shrinks, with its size in tenths."""

GONE: Final = (0.0, 0.0, 0.4, 0.8)
"""How many squares beyond its last step a leaving seam piece is in each picture."""

POP: Final = (8, 12)
"""The sizes, in tenths, of a kitten that has just become a cat."""

GROWN: Final = 8
"""How long the new cats are seen before they leave, as a number of pictures."""

RISE: Final = ((0.25, 9), (0.5, 6))
"""How far above its square a piece that leaves for its pool is, and its size in tenths."""


def acts_of(step: Step) -> Iterator[Act]:
    """Yield the acts of a turn in order. The last picture of the animation shows a win."""
    every_push = pushes_of(step.events)
    pushes: list[Push] = []
    beside: tuple[Path, ...] = ()
    for event in step.events:
        match event:
            case Booped() | FellOff() | Slid():
                pushes.append(next(every_push))
                continue
            case Stayed():
                continue
            case _:
                pass
        if pushes or beside:
            yield _pushing(pushes, beside)
            pushes, beside = [], ()
        match event:
            case Placed(piece, square):
                yield _placing(piece, square)
            case SeamAdvanced(seat, seam):
                is_last = seam.advanced == SEAM_STEPS
                beside = (_leaving_seam(seat, seam),) if is_last else ()
                yield Act(seams={seat: None if is_last else seam})
            case SeamLaid(seat, entry):
                yield Act(seams={seat: SeamPiece(entry)})
            case Graduated(pieces, returned):
                yield from _leaving(pieces, returned.cats)
            case Recalled(piece, square, returned):
                yield from _leaving(((square, piece),), returned.cats)
            case SeamLeft() | Won():
                pass
            case _:
                assert_never(event)
    if pushes:
        yield _pushing(pushes, beside)


def middle_of(square: Square) -> tuple[float, float]:
    """Return the middle of a square, in squares."""
    return column_of(square) + 0.5, row_of(square) + 0.5


def _placing(piece: Piece, square: Square) -> Act:
    """Return the act in which a piece comes down on its square."""
    across, down = middle_of(square)
    name = piece_name(piece)
    path = tuple(Pose(name, across, down - above, tenths) for above, tenths in DROP)
    return Act((path,), {square: piece})


def _pushing(pushes: Sequence[Push], beside: tuple[Path, ...]) -> Act:
    """Return the act in which pushed pieces glide or fall, along with the paths `beside`."""
    falls = [_falling(push) for push in pushes if push.end is None]
    longest = max((len(path) for path in falls), default=0)
    glides = [
        _gliding(push.piece, push.start, push.end, longest)
        for push in pushes
        if push.end is not None
    ]
    after: dict[Square, Piece | None] = {push.start: None for push in pushes}
    after |= {push.end: push.piece for push in pushes if push.end is not None}
    return Act((*beside, *glides, *falls), after)


def _gliding(piece: Piece, start: Square, end: Square, pictures: int) -> Path:
    """Return the path of a pushed piece; at its end, the piece waits until `pictures` are over."""
    (across, down), (to_across, to_down) = middle_of(start), middle_of(end)
    parts = (*GLIDE, *(1.0 for _ in range(pictures - len(GLIDE))))
    return tuple(
        Pose(
            piece_name(piece), across + (to_across - across) * part, down + (to_down - down) * part
        )
        for part in parts
    )


def _falling(push: Push) -> Path:
    """Return the path of a piece that goes to the edge, over it, and falls head first."""
    piece, way = push.piece, push.way
    across, down = middle_of(push.start)
    beyond = len(push.passed) - 1
    lean = "northeast" if all(way) else "north"
    fallen = f"{piece_name(piece)}_falls_{lean}"
    upright = [
        Pose(piece_name(piece), across + way[0] * length, down + way[1] * length)
        for length in (*range(1, beyond + 1), *(beyond + part for part in UPRIGHT))
    ]
    tipped = [
        Pose(
            fallen,
            across + way[0] * (beyond + part),
            down + way[1] * (beyond + part),
            tenths,
            QUARTERS[way] + 1,
        )
        for part, tenths in TIPPED
    ]
    return (*upright, *tipped)


def _leaving(pieces: Sequence[tuple[Square, Piece]], cats: int) -> Iterator[Act]:
    """Yield the acts in which kittens grow up, and all pieces rise to the pool.

    `cats` of the pieces come back as cats. If not all kittens grow up, those in the middle do.
    """
    kittens = [square for square, piece in pieces if piece.kind is Kind.KITTEN]
    growing = cats - (len(pieces) - len(kittens))
    first = (len(kittens) - growing) // 2
    grown = dict(pieces)
    for square in kittens[first : first + growing]:
        grown[square] = Piece(grown[square].seat, Kind.CAT)
    if growing > 0:
        popping = {
            square: piece for square, piece in grown.items() if piece != dict(pieces)[square]
        }
        yield Act(tuple(_popping(*each) for each in popping.items()), dict(popping), stays=GROWN)
    yield Act(tuple(_rising(*each) for each in grown.items()), dict.fromkeys(grown))


def _popping(square: Square, piece: Piece) -> Path:
    across, down = middle_of(square)
    return tuple(Pose(piece_name(piece), across, down, tenths) for tenths in POP)


def _rising(square: Square, piece: Piece) -> Path:
    across, down = middle_of(square)
    name = piece_name(piece)
    return tuple(Pose(name, across, down - above, tenths) for above, tenths in RISE)


def _leaving_seam(seat: Seat, seam: SeamPiece) -> Path:
    """Return the path of a seam piece that takes its last step and leaves the bed."""
    way = way_along(seam.entry)
    across, down = ((at - EDGE) / TILE for at in point_along(seam.entry, seam.advanced - 1))
    name = f"{seat.name.lower()}_seam"
    return tuple(
        Pose(name, across + way[0] * gone, down + way[1] * gone, 10, QUARTERS[way]) for gone in GONE
    )


def _sampled(path: Path, pace: MotionPace) -> Path:
    """Return the poses that a pace shows, spread evenly over the path."""
    count = round(len(path) * pace.value)
    return tuple(path[(2 * index + 1) * len(path) // (2 * count)] for index in range(count))
