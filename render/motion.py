"""What a turn does, as a sequence of acts: what moves, and what is there afterwards.

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
    """Which part of a motion's pictures is shown."""

    FULL = 1.0
    BRIEF = 0.34
    STILL = 0.0


@dataclass(frozen=True, slots=True)
class Pose:
    """A figure in one picture: its sprite, the middle of it, its size in tenths, its turn."""

    sprite: str
    across: float
    down: float
    tenths: int = 10
    quarters: int = 0


Path = tuple[Pose, ...]
"""A figure's poses, picture by picture."""


@dataclass(frozen=True, slots=True)
class Act:
    """What happens at once.

    The squares in `after` look empty while the figures move along their paths, and then hold what
    is shown there. `seams` says where a seat's seam piece is then, if that has changed, and `stays`
    for how many pictures' time all this is seen before anything else happens.
    """

    paths: tuple[Path, ...] = ()
    after: dict[Square, Piece | None] = field(default_factory=dict)
    seams: dict[Seat, SeamPiece | None] = field(default_factory=dict)
    stays: int = 1

    def pictures(self, pace: MotionPace) -> Iterator[tuple[Pose, ...]]:
        """Walk over the pictures: the figures of each, those further down the bed in front."""
        shown = [_sampled(path, pace) for path in self.paths]
        for poses in zip_longest(*shown):
            yield tuple(sorted((pose for pose in poses if pose), key=lambda pose: pose.down))


DROP: Final = ((0.2, 11),)
"""How far above its square a piece that is placed is shown, and how large."""

GLIDE: Final = (0.36, 0.68, 0.9)
"""The part of its way that a pushed piece has gone: it is fast at first."""

UPRIGHT: Final = (0.45,)
"""How many squares beyond the last one a falling piece has gone before it tips …"""
TIPPED: Final = ((0.85, 10), (1.1, 7))
"""… and after, head first and ever smaller."""

GONE: Final = (0.0, 0.0, 0.4, 0.8)
"""How many squares a seam piece that leaves is beyond its last step."""

POP: Final = (8, 12)
"""The sizes of a piece that has just grown up."""

GROWN: Final = 8
"""For how many pictures' time the new cats are seen before they leave."""

RISE: Final = ((0.25, 9), (0.5, 6))
"""How far up a piece that leaves for its pool is shown, and how large."""


def acts_of(step: Step) -> Iterator[Act]:
    """Yield the acts of a turn in order. A win is left to the picture that ends the animation."""
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
    """Set a piece down from above."""
    across, down = middle_of(square)
    name = piece_name(piece)
    path = tuple(Pose(name, across, down - above, tenths) for above, tenths in DROP)
    return Act((path,), {square: piece})


def _pushing(pushes: Sequence[Push], beside: tuple[Path, ...]) -> Act:
    """Let every pushed piece glide to where it lands, or over the edge, with other figures."""
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
    """Move a piece; at the end of its way, it waits for pieces that take longer."""
    (across, down), (to_across, to_down) = middle_of(start), middle_of(end)
    parts = (*GLIDE, *(1.0 for _ in range(pictures - len(GLIDE))))
    return tuple(
        Pose(
            piece_name(piece), across + (to_across - across) * part, down + (to_down - down) * part
        )
        for part in parts
    )


def _falling(push: Push) -> Path:
    """Push a piece over the edge, which need not be beside it, and let it fall head first."""
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
    """Let pieces grow up where they are, as many as come back as cats, and rise to the pool.

    Where they become fewer cats than they were kittens, those in the middle do.
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
    """Show a seam piece that takes its last step, and then leaves the bed."""
    way = way_along(seam.entry)
    across, down = ((at - EDGE) / TILE for at in point_along(seam.entry, seam.advanced - 1))
    name = f"{seat.name.lower()}_seam"
    return tuple(
        Pose(name, across + way[0] * gone, down + way[1] * gone, 10, QUARTERS[way]) for gone in GONE
    )


def _sampled(path: Path, pace: MotionPace) -> Path:
    """Return the part of the poses that a pace shows, spread evenly over the path."""
    count = round(len(path) * pace.value)
    return tuple(path[(2 * index + 1) * len(path) // (2 * count)] for index in range(count))
