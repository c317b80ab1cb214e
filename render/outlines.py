"""Outlines around options and threats, and the letters beside them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist
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
from render.layout import SHORTEST, TILE, WAYS, Point, Run, corner_of, middle_of, neighbour, runs_of
from render.palette import OPTIONS, Ink, Palette, thread_of
from render.scene import Threat, letter_of
from render.sprite import STITCHES, Stitch, sprite, stitched_sprite
from render.tiles import Spot

WIDTHS: Final = 3
"""The number of outline widths; overlapping lines take them in turn."""

LINE: Final = 3

PATCHES: Final = 8
"""The number of patterns for single squares."""

APART: Final = 37
"""The least distance between letters."""


def draw_run(
    picture: Image.Image, run: Run, width: int, stitch: Stitch, ink: Ink, palette: Palette
) -> None:
    """Outline squares in a row, a column or a diagonal."""
    corners = [corner_of(square) for square in run.squares]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    outline_name = outline(run, width)
    quarters = 1 if run.way in ((0, 1), (-1, 1)) else 0
    sewn = stitched_sprite(outline_name, quarters, stitch, ink)
    sewn.stamp(picture, left, top, palette)


def outline(run: Run, width: int) -> str:
    """Return the name of a run's outline; runs longer than a line have only one width."""
    shape = "diagonal" if all(run.way) else "row"
    length = len(run.squares)
    return f"outline_{shape}_{length}_{width % WIDTHS + 1 if length == LINE else 1}"


def draw_options(picture: Image.Image, options: Sequence[Squares], palette: Palette) -> None:
    """Outline each line in a colour and a pattern of its own, and letter all options.

    Single squares are patches (`patches_of`), with square badges.
    """
    sewn = [runs_of(squares) for squares in options]
    lines = [index for index, runs in enumerate(sewn) if runs]
    for rank, index in reversed(list(enumerate(lines))):
        stitch = STITCHES[rank % len(STITCHES)]
        before = [run for earlier in lines[:rank] for run in sewn[earlier]]
        for run in sewn[index]:
            draw_run(picture, run, width_after(run, before), stitch, OPTIONS[index], palette)
    for index, place in enumerate(letter_places(options)):
        badge = "badge" if sewn[index] else "square_badge"
        name = f"{badge}_{letter_of(index).lower()}"
        sprite(name).stamp_around(picture, *place, palette)


def patches_of(options: Sequence[Squares]) -> dict[Square, Spot]:
    """Return the patches for options that are single squares, each with its own pattern."""
    singles = [index for index, squares in enumerate(options) if not runs_of(squares)]
    return {
        square: Spot(f"patch_{rank % PATCHES + 1}", OPTIONS[index])
        for rank, index in enumerate(singles)
        for square in options[index]
    }


def letter_places(options: Sequence[Squares]) -> list[Point]:
    """Choose the middle of each option's letter, so that no letter covers another.

    Single squares choose first, because they have the fewest places.
    """
    places: dict[Squares, Point] = {}
    for squares in sorted(options, key=len):
        places[squares] = _freest_place(squares, list(places.values()))
    return [places[squares] for squares in options]


def width_after(run: Run, before: Sequence[Run]) -> int:
    """Count the runs in `before` that share squares with this one and have its direction."""
    return sum(
        other.way == run.way and not set(other.squares).isdisjoint(run.squares) for other in before
    )


def _freest_place(squares: Squares, taken: list[Point]) -> Point:
    """Choose the first place with no letter near, or else the place farthest from any letter."""

    def room(place: Point) -> float:
        return min((dist(place, other) for other in taken), default=APART)

    places = list(_places(squares))
    return next((place for place in places if room(place) >= APART), max(places, key=room))


def _places(squares: Squares) -> Iterator[Point]:
    """Yield the places for an option's letter, the best first."""
    for run in runs_of(squares):
        for first, second in pairwise(run.squares):
            (x, y), (a, b) = middle_of(first), middle_of(second)
            yield (x + a) // 2, (y + b) // 2
    for across, down in _AT_THE_RIM:
        for square in squares:
            x, y = middle_of(square)
            yield x + across * _RIM, y + down * _RIM


_RIM: Final = TILE // 2 - 16
_AT_THE_RIM: Final = ((1, -1), (-1, -1), (-1, 1), (1, 1), (0, -1), (-1, 0), (0, 1), (1, 0))
"""The corners of a square, then the middles of its sides."""

THREAT_STITCHES: Final = {Seat.ORANGE: Stitch.TWINS, Seat.GRAY: Stitch.DOTS}
"""The patterns of threats: they differ by seat, like the colours."""

MARK_BESIDE: Final = {Seat.ORANGE: -25, Seat.GRAY: 25}
"""How far each seat's mark is moved aside if both need the same square."""


def threats_of(position: Position, seat: Seat) -> tuple[Threat, ...]:
    """Return the lines that the seat could complete now, by placing on their third square.

    This includes the boops of the placement, but not the opponent's next turn.
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
        draw_run(picture, run, width, THREAT_STITCHES[threat.seat], ink, palette)
    open_squares: dict[Square, set[Seat]] = {}
    for threat in threats:
        for square in threat.line:
            if position.bed.piece_at(square) is None:
                open_squares.setdefault(square, set()).add(threat.seat)
    for square, seats in open_squares.items():
        _draw_marks(picture, square, seats, palette)


def _draw_marks(
    picture: Image.Image, square: Square, seats: Collection[Seat], palette: Palette
) -> None:
    """Mark the open third square of a line; put the marks of both seats side by side."""
    x, y = middle_of(square)
    for seat in seats:
        mark = sprite("open_third").with_ink(Ink.ORANGE_DARK, thread_of(palette, seat))
        mark.stamp_around(picture, x + (MARK_BESIDE[seat] if len(seats) > 1 else 0), y, palette)


def _open_lines(position: Position, seat: Seat) -> Iterator[tuple[Squares, Square]]:
    """Yield the lines with two of the seat's pieces and an empty square, and that square."""
    for line in _LINES:
        pieces = [position.bed.piece_at(square) for square in line]
        own = [piece is not None and piece.seat is seat for piece in pieces]
        if sum(own) == SHORTEST - 1 and None in pieces:
            yield line, line[pieces.index(None)]


def _completes(position: Position, line: Squares, third: Square) -> bool:
    squares_of_line = set(line)
    for kind in position.pool_of(position.to_move).kinds:
        landing = land(position, Placement(kind, third))
        made = [*landing.options, *([landing.win.squares] if landing.win else [])]
        if any(squares_of_line <= set(squares) for squares in made):
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
