"""The effects of turns, drawn over the bed: placements, pushes, and pieces that left."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from PIL import Image

from bot.game import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Position,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Slid,
    Square,
    Squares,
    Stayed,
    Step,
    Win,
    Won,
    column_of,
    row_of,
)
from render.layout import (
    HEIGHT,
    SIDE,
    TILE,
    WIDTH,
    Way,
    corner_of,
    direction,
    middle_of,
    neighbour,
    runs_of,
)
from render.outlines import draw_run
from render.palette import Ink, Palette
from render.scene import Recent, Scene
from render.sprite import Fading, Sprite, Stitch, faded_sprite, sprite, turned_sprite
from render.theme import Theme
from render.tiles import Figure, piece_name


@dataclass(frozen=True, slots=True)
class Push:
    """The push of a piece from its square in a direction.

    `passed` are the squares that it crossed, its own first. `end` is the square where it stopped;
    `None` if it fell over the edge.
    """

    piece: Piece
    start: Square
    way: Way
    passed: tuple[Square, ...]
    end: Square | None


def pushes_of(events: Iterable[Event]) -> Iterator[Push]:
    """Yield the pushes of a turn. Raise `ValueError` if a piece fell that nothing pushed."""
    pusher: Placed | SeamAdvanced | None = None
    for event in events:
        match event:
            case Placed() | SeamAdvanced():
                pusher = event
            case Booped(piece, start, end) | Slid(piece, start, end):
                way = direction(start, end)
                yield Push(piece, start, way, _squares_from(start, way, end), end)
            case FellOff(piece, start):
                way = _way_off(pusher, event)
                yield Push(piece, start, way, _squares_from(start, way, None), None)
            case Stayed() | Graduated() | Recalled() | SeamLeft() | SeamLaid() | Won():
                pass
            case _:
                assert_never(event)


def _way_off(pusher: Placed | SeamAdvanced | None, fall: FellOff) -> Way:
    match pusher:
        case Placed(_, square):
            return direction(square, fall.start)
        case SeamAdvanced(_, seam):
            lower, higher = seam.squares or (fall.start, fall.start)
            return direction(higher, lower) if fall.start == lower else direction(lower, higher)
        case None:
            raise ValueError(f"nothing pushed a piece before {fall}")
        case _:
            assert_never(pusher)


def _squares_from(start: Square, way: Way, end: Square | None) -> tuple[Square, ...]:
    """Return the squares from `start` to the one before `end`, or to the edge without `end`."""
    squares = [start]
    while (following := neighbour(squares[-1], way)) is not None and following != end:
        squares.append(following)
    return tuple(squares)


MOST_TOLD: Final = 9
"""How many of the last turns a picture shows; it numbers them if they are several."""

FALL: Final = 78
"""The distance of a fallen piece, beyond the edge, from the middle of its last square."""

CROWN: Final = {Kind.KITTEN: 32, Kind.CAT: 42}
"""The distance of a crown above the middle of its square."""

ORDER: Final = 19
"""The distance of a turn's number from the corner of its square."""

LAMP: Final = 24
"""The distance of a hint's lamp from the corner of its square."""

ASIDE: Final = 30
"""How far an arrow that passes pieces is moved aside, so that it does not cover their faces."""

QUARTERS: Final = {
    (1, 0): 0,
    (0, 1): 1,
    (-1, 0): 2,
    (0, -1): 3,
    (1, 1): 0,
    (-1, 1): 1,
    (-1, -1): 2,
    (1, -1): 3,
}
"""The quarter turns clockwise that point a drawing this way; it points east or south-east."""


class Strength(Enum):
    """How strongly a turn is shown."""

    LAST = auto()
    EARLIER = auto()


def recent_turns(scene: Scene) -> list[tuple[Recent, Strength]]:
    """Return the turns that a picture shows, the oldest first, the last one strongest."""
    turns = scene.turns[-MOST_TOLD:]
    return [
        (recent, Strength.LAST if recent is turns[-1] else Strength.EARLIER) for recent in turns
    ]


def spots_of(scene: Scene) -> dict[Square, str]:
    """Return the spots of placements, of squares that pieces have left, and of a win."""
    spots: dict[Square, str] = {}
    for recent, strength in recent_turns(scene):
        is_last = strength is Strength.LAST
        placed = "spot_placed" if scene.status.is_done else "spot_planned"
        for event in recent.events:
            match event:
                case Placed(_, square):
                    spots[square] = placed if is_last else "spot_before"
                case Graduated() | Recalled() if is_last:
                    for square in _squares_left(event):
                        spots.setdefault(square, "spot_left")
                case _:
                    pass
    if scene.win is not None:
        last = placed_in(scene.turns[-1]) if scene.turns else None
        for square in scene.win.squares:
            spots[square] = "spot_won_placed" if square == last else "spot_won"
    return spots


def ghosts_of(recent: Recent, strength: Strength) -> dict[Square, Figure]:
    """Return the ghosts of pieces at squares that they have left.

    In earlier turns, pushed pieces leave no ghost: the arrow shows where they were.
    """
    is_last = strength is Strength.LAST
    stood: dict[Square, Piece] = {}
    for event in recent.events:
        match event:
            case Booped(piece, start, _) | FellOff(piece, start) | Slid(piece, start, _) if is_last:
                stood[start] = piece
            case Graduated(pieces):
                stood |= pieces
            case Recalled(piece, square):
                stood[square] = piece
            case _:
                pass
    fading = Fading.GHOST if is_last else Fading.FAINT
    return {square: Figure(piece_name(piece), fading) for square, piece in stood.items()}


def planned_of(recent: Recent, position: Position) -> dict[Square, Figure]:
    """Return the translucent piece of a planned turn, unless the turn would remove it at once."""
    return {
        event.square: Figure(piece_name(event.piece), Fading.PLANNED)
        for event in recent.events
        if isinstance(event, Placed) and position.bed.piece_at(event.square) is not None
    }


def draw_turns(picture: Image.Image, scene: Scene) -> None:
    """Draw the marks of each turn over the pieces. Number the turns if there are several."""
    turns = recent_turns(scene)
    for index, (recent, strength) in enumerate(turns):
        later = [recent for recent, _ in turns[index + 1 :]]
        draw_turn(picture, recent, strength, scene.theme, _taken_since(later, scene.position))
    if len(turns) > 1:
        _draw_order(picture, [recent for recent, _ in turns], scene.theme.palette)


def draw_turn(
    picture: Image.Image,
    recent: Recent,
    strength: Strength,
    theme: Theme,
    taken_since: frozenset[Square],
) -> None:
    """Draw the arrows and falls of a turn, and stars on the squares that pieces left.

    Draw no star on a square in `taken_since`.
    """
    for push in pushes_of(recent.events):
        _draw_push(picture, push, strength, theme)
    for event in recent.events:
        if isinstance(event, Graduated | Recalled):
            left = [square for square in _squares_left(event) if square not in taken_since]
            _draw_leaving(picture, left, strength, theme)


def draw_crowns(picture: Image.Image, win: Win, position: Position, palette: Palette) -> None:
    """Crown the pieces that won."""
    for square in win.squares:
        x, y = middle_of(square)
        piece = position.bed.piece_at(square)
        height = CROWN[piece.kind if piece else Kind.CAT]
        sprite("crown").stamp_around(picture, x, y - height, palette)


def draw_lamp(picture: Image.Image, recent: Recent, palette: Palette) -> None:
    """Draw a lamp on the square of a recommended placement."""
    square = placed_in(recent)
    if square is not None:
        x, y = corner_of(square)
        sprite("lamp").stamp_around(picture, x + LAMP, y + LAMP, palette)


def placed_in(recent: Recent) -> Square | None:
    """Return the square on which a turn has placed its piece."""
    return next((event.square for event in recent.events if isinstance(event, Placed)), None)


def _taken_since(later: Sequence[Recent], position: Position) -> frozenset[Square]:
    """Return the squares with a piece now, after a later turn, or placed by one.

    Return nothing without later turns.
    """
    beds = [
        recent.after.bed if isinstance(recent, Step) else recent.position.bed for recent in later
    ]
    stood = {square for bed in (*beds, position.bed) for square, _ in bed} if later else set()
    placed = {square for recent in later if (square := placed_in(recent)) is not None}
    return frozenset(stood | placed)


def _squares_left(event: Graduated | Recalled) -> Squares:
    match event:
        case Graduated(pieces):
            return tuple(square for square, _ in pieces)
        case Recalled(_, square):
            return (square,)
        case _:
            assert_never(event)


def _draw_leaving(
    picture: Image.Image, squares: Iterable[Square], strength: Strength, theme: Theme
) -> None:
    stitch = Stitch.SOLID if strength is Strength.LAST else Stitch.DOTS
    for run in runs_of(squares):
        draw_run(picture, run, 0, stitch, Ink.GOLD_DARK, theme.palette)
    star = _drawing("star", 0, strength, theme.palette)
    for square in squares:
        x, y = corner_of(square)
        star.stamp_around(picture, x + 80, y + 24, theme.palette)


def _draw_order(picture: Image.Image, turns: list[Recent], palette: Palette) -> None:
    """Write the number of each turn at the corner of the square of its placement."""
    before: list[Square] = []
    for number, recent in enumerate(turns, 1):
        for event in recent.events:
            if isinstance(event, Placed):
                x, y = corner_of(event.square)
                y += ORDER + 30 * before.count(event.square)
                sprite(f"order_{number}").stamp_around(picture, x + ORDER, y, palette)
                before.append(event.square)


def _draw_push(picture: Image.Image, push: Push, strength: Strength, theme: Theme) -> None:
    """Draw the arrow of a push. If the piece fell, draw the piece beyond the edge."""
    kind = "boop" if push.end is not None else "fall"
    quarters = QUARTERS[push.way]
    *passed, last = push.passed
    aside = ASIDE if passed else 0
    for square in passed:
        shaft = _drawing(f"{kind}_shaft", quarters, strength, theme.palette)
        _stamp_from(picture, shaft, square, push.way, aside, theme.palette)
    if push.end is None:
        _draw_fallen(picture, push, strength, theme)
    name = f"{kind}_southeast" if all(push.way) else f"{kind}_east"
    arrow = _drawing(name, quarters, strength, theme.palette)
    _stamp_from(picture, arrow, last, push.way, aside, theme.palette)


def _stamp_from(
    picture: Image.Image, drawing: Sprite, start: Square, way: Way, aside: int, palette: Palette
) -> None:
    """Stamp a drawing that leads from a square to the next, moved `aside` to the right or down."""
    x, y = corner_of(start)
    columns, rows = way
    x += min(columns, 0) * TILE + (aside if rows else 0)
    y += min(rows, 0) * TILE + (aside if columns else 0)
    drawing.stamp(picture, x, y, palette)


def _draw_fallen(picture: Image.Image, push: Push, strength: Strength, theme: Theme) -> None:
    """Draw a fallen piece head first beyond the edge."""
    lean = "northeast" if all(push.way) else "north"
    name = theme.drawing(f"{piece_name(push.piece)}_falls_{lean}")
    fallen = _drawing(name, QUARTERS[push.way] + 1, strength, theme.palette)
    last = push.passed[-1]
    x, y = middle_of(last)
    across, down = fallen.size[0] // 2, fallen.size[1] // 2
    x = min(max(x + _fallen_by(column_of(last), push.way[0]), across), WIDTH - across)
    y = min(max(y + _fallen_by(row_of(last), push.way[1]), down), HEIGHT - down)
    fallen.stamp_around(picture, x, y, theme.palette)


def _fallen_by(index: int, way: int) -> int:
    """Return the offset of a fallen piece from its last column or row.

    If it crossed this edge, the offset is beyond the edge. Otherwise it is half a square along the
    edge, between two labels, so that both can be read.
    """
    if 0 <= index + way < SIDE:
        onward = way or (1 if index < SIDE // 2 else -1)
        return onward * TILE // 2
    return way * FALL


def _drawing(name: str, quarters: int, strength: Strength, palette: Palette) -> Sprite:
    if strength is Strength.LAST:
        return turned_sprite(name, quarters)
    return faded_sprite(name, quarters, Fading.GHOST, palette)
