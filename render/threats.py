"""Lines that threaten: two pieces of a seat and an open third that would complete them."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from PIL import Image

from bot.game import (
    EVERY_SQUARE,
    Placement,
    Position,
    Seat,
    Square,
    Squares,
    land,
    to_recall,
)
from render.layout import middle_of
from render.outlines import draw_run, width_after
from render.palette import Ink, Palette, thread_of
from render.runs import SHORTEST, WAYS, neighbour, runs_of
from render.scene import Threat
from render.sprite import sprite
from render.stitches import Stitch

STITCHES: Final = {Seat.ORANGE: Stitch.TWINS, Seat.GRAY: Stitch.DOTS}
"""The two seats' threats differ in pattern too."""

BESIDE: Final = {Seat.ORANGE: -25, Seat.GRAY: 25}
"""How far aside each seat's mark is where both need the same square."""


def threats_of(position: Position, seat: Seat) -> tuple[Threat, ...]:
    """Find the lines that the seat would have, were it to place in their open third now.

    What the placement boops is taken into account; what the other seat does before is not.
    """
    moving = replace(position, to_move=seat)
    if to_recall(moving):
        return ()
    return tuple(
        Threat(seat, line)
        for line, third in _open_lines(moving, seat)
        if _completes(moving, line, third)
    )


def draw_threats(
    picture: Image.Image, threats: tuple[Threat, ...], position: Position, palette: Palette
) -> None:
    """Draw each line with the seat's own pattern, and mark the square that would complete it."""
    sewn = [(threat, run) for threat in threats for run in runs_of(threat.line)]
    for index, (threat, run) in enumerate(sewn):
        width = width_after(run, [other for _, other in sewn[:index]])
        ink = thread_of(palette, threat.seat)
        draw_run(picture, run, width, STITCHES[threat.seat], ink, palette)
    wanted: dict[Square, set[Seat]] = {}
    for threat in threats:
        for square in threat.line:
            if position.bed.piece_at(square) is None:
                wanted.setdefault(square, set()).add(threat.seat)
    for square, seats in wanted.items():
        _draw_marks(picture, square, seats, palette)


def _draw_marks(
    picture: Image.Image, square: Square, seats: Collection[Seat], palette: Palette
) -> None:
    """Mark an open third in the middle, or for both seats side by side."""
    x, y = middle_of(square)
    for seat in seats:
        mark = sprite("open_third").with_ink(Ink.ORANGE_DARK, thread_of(palette, seat))
        mark.stamp_around(picture, x + (BESIDE[seat] if len(seats) > 1 else 0), y, palette)


def _open_lines(position: Position, seat: Seat) -> Iterator[tuple[Squares, Square]]:
    """Walk over the lines of which two squares hold the seat's pieces and the third is empty."""
    for line in _LINES:
        pieces = [position.bed.piece_at(square) for square in line]
        own = [piece is not None and piece.seat is seat for piece in pieces]
        if sum(own) == SHORTEST - 1 and None in pieces:
            yield line, line[pieces.index(None)]


def _completes(position: Position, line: Squares, third: Square) -> bool:
    wanted = set(line)
    for kind in position.pool_of(position.to_move).kinds:
        landing = land(position, Placement(kind, third))
        made = [*landing.options, *([landing.win.squares] if landing.win else [])]
        if any(wanted <= set(squares) for squares in made):
            return True
    return False


def _lines() -> Iterator[Squares]:
    for first in EVERY_SQUARE:
        for way in WAYS:
            line = [first]
            while len(line) < SHORTEST and (following := neighbour(line[-1], way)) is not None:
                line.append(following)
            if len(line) == SHORTEST:
                yield tuple(line)


_LINES: Final = tuple(_lines())
