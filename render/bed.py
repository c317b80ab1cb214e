"""Drawing a scene: the bed from bottom to top, the seam pieces, then the pools."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from PIL import Image

from bot.game import (
    Column,
    Entry,
    Piece,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Square,
    name_of,
    squares_in,
)
from render.frames import draw_frame, draw_heading
from render.layout import (
    CUSHION,
    EDGE,
    SIDE,
    WIDTH,
    Point,
    Run,
    corner_of,
    middle_of,
    point_along,
    way_along,
)
from render.lettering import lettered
from render.outlines import draw_options, draw_run, draw_threats, patches_of
from render.palette import Ink, Palette, thread_of
from render.png import as_png
from render.scene import Ending, Scene, Status, entry_letter
from render.sprite import Fading, Sprite, Stitch, faded_sprite, sprite, turned_sprite
from render.theme import Theme
from render.tiles import Cushion, Figure, SeamInHand, Spot, cushion, kinds_of, piece_name, tile
from render.turns import (
    QUARTERS,
    Strength,
    draw_crowns,
    draw_lamp,
    draw_turns,
    ghosts_of,
    planned_of,
    recent_turns,
    spots_of,
)

BESIDE: Final = {Seat.ORANGE: -13, Seat.GRAY: 13}
"""How far each seat's seam piece is moved aside if both are in the same seam."""

INSIDE: Final = 44
"""How far a seam piece on the frame is moved inwards while entries have letters."""

TAG_BELOW_HEADING: Final = 58
PIECE_BELOW_HEADING: Final = 76
"""The y of tags and seam pieces that would overlap the heading of a preview or hint."""

LEAST_ACROSS: Final = 28
"""The least distance of a tag's middle from the picture's sides."""

_GLYPH_WIDTH: Final = 14
_TAG_LETTERS: Final = 25
"""The size of the letters on tags; a phone shows them at less than half of it."""
_NEXT: Final = 0.5
"""The position of the arrow to the next step, as a share of the way to it."""


def seam_in_hand(scene: Scene, seat: Seat) -> SeamInHand:
    """Return whether a seat's cushion shows its seam piece."""
    if not scene.position.ruleset.seams:
        return SeamInHand.NONE
    return SeamInHand.THERE if scene.position.seam_of(seat) is None else SeamInHand.AWAY


def draw_seams(picture: Image.Image, scene: Scene) -> None:
    """Draw both seats' seam pieces, the tracks ahead of them, and their last moves."""
    palette = scene.theme.palette
    for drawing, point in tracks_of(scene):
        drawing.stamp_around(picture, *point, palette)
    for recent, strength in recent_turns(scene):
        for event in recent.events:
            if isinstance(event, SeamAdvanced | SeamLaid | SeamLeft):
                _draw_event(picture, event, strength, scene)
    for drawing, point in seam_pieces_of(scene):
        drawing.stamp_around(picture, *point, palette)


def tracks_of(scene: Scene) -> Iterator[tuple[Sprite, Point]]:
    """Yield the sprites of the tracks ahead of the seam pieces, each with its middle."""
    for seat, seam in _standing_seams(scene):
        yield from _track_of(seat, seam, scene)


def seam_pieces_of(scene: Scene) -> Iterator[tuple[Sprite, Point]]:
    """Yield the sprites of the seam pieces on the bed, each with its middle."""
    for seat, seam in _standing_seams(scene):
        yield _mouse(seat, seam.entry), _place(scene, seat, seam)


def _standing_seams(scene: Scene) -> list[tuple[Seat, SeamPiece]]:
    return [(seat, seam) for seat in Seat if (seam := scene.position.seam_of(seat))]


def draw_entries(picture: Image.Image, entries: Sequence[Entry], scene: Scene) -> None:
    """Letter the places where a seam piece may be laid, at the edges of the bed."""
    for entry in entries:
        point = _clear_of_heading(point_along(entry, -1), scene.status, TAG_BELOW_HEADING)
        letter = entry_letter(entry)
        _draw_tag(picture, letter, point, scene.position.to_move, scene.theme.palette)


def _track_of(seat: Seat, seam: SeamPiece, scene: Scene) -> Iterator[tuple[Sprite, Point]]:
    """Yield a bead for each step to come, an arrow to the next, and a tag with their number."""
    palette, entry = scene.theme.palette, seam.entry
    name = seat.name.lower()
    for step in range(seam.advanced, SIDE):
        point = _aside(point_along(entry, step), seat, scene)
        yield _sewn(f"{name}_bead", 0, seat, palette), point
    here, there = (
        _aside(point_along(entry, step), seat, scene) for step in (seam.advanced - 1, seam.advanced)
    )
    across, down = (round(a + (b - a) * _NEXT) for a, b in zip(here, there, strict=True))
    yield _sewn(f"{name}_next", QUARTERS[way_along(entry)], seat, palette), (across, down)
    if not scene.entries:
        aside = _aside(point_along(entry, SIDE), seat, scene)
        end = _clear_of_heading(aside, scene.status, TAG_BELOW_HEADING)
        number = str(SIDE - seam.advanced)
        yield tag(number, seat, palette), _keep_inside(end)


def _draw_event(
    picture: Image.Image,
    event: SeamAdvanced | SeamLaid | SeamLeft,
    strength: Strength,
    scene: Scene,
) -> None:
    """Draw the ghost of a seam piece that advanced, or the spot where one was laid."""
    palette = scene.theme.palette
    match event:
        case SeamLaid(seat, entry):
            if strength is Strength.LAST:
                place = _place(scene, seat, SeamPiece(entry))
                sprite("spot_seam").stamp_around(picture, *place, palette)
        case SeamAdvanced(seat, piece):
            fading = Fading.GHOST if strength is Strength.LAST else Fading.FAINT
            ghost = faded_sprite(*_mouse_name(seat, piece.entry), fading, palette)
            was = SeamPiece(piece.entry, piece.advanced - 1)
            ghost.stamp_around(picture, *_place(scene, seat, was), palette)
            if piece.advanced == SIDE:
                ghost.stamp_around(picture, *_place(scene, seat, piece), palette)
                left = _place(scene, seat, SeamPiece(piece.entry, SIDE + 1))
                _mouse(seat, piece.entry).stamp_around(picture, *left, palette)
        case SeamLeft():
            pass


def _place(scene: Scene, seat: Seat, seam: SeamPiece) -> Point:
    """Return where a seam piece is drawn."""
    x, y = _aside(point_along(seam.entry, seam.advanced - 1), seat, scene)
    if scene.entries and not seam.advanced:
        across, down = way_along(seam.entry)
        return x + across * INSIDE, y + down * INSIDE
    return _clear_of_heading((x, y), scene.status, PIECE_BELOW_HEADING)


def _aside(point: Point, seat: Seat, scene: Scene) -> Point:
    """Move a point aside if both seats' seam pieces are in the same seam."""
    seams = [scene.position.seam_of(each) for each in Seat]
    orange, gray = (seam.entry if seam else None for seam in seams)
    if orange is None or gray is None or _seam_of(orange) != _seam_of(gray):
        return point
    x, y = point
    return (x + BESIDE[seat], y) if orange.lies_between_columns else (x, y + BESIDE[seat])


def _seam_of(entry: Entry) -> tuple[bool, int]:
    return entry.lies_between_columns, entry.gap


def _clear_of_heading(point: Point, status: Status, below: int) -> Point:
    """Move a point on the upper frame down if a heading is there, so that it stays readable."""
    x, y = point
    return (x, below) if status is not Status.PLAYED and y < EDGE else point


def _draw_tag(picture: Image.Image, text: str, point: Point, seat: Seat, palette: Palette) -> None:
    tag(text, seat, palette).stamp_around(picture, *_keep_inside(point), palette)


def _keep_inside(point: Point) -> Point:
    """Move the middle of a tag away from the picture's sides."""
    return min(max(point[0], LEAST_ACROSS), WIDTH - LEAST_ACROSS), point[1]


@cache
def tag(text: str, seat: Seat, palette: Palette) -> Sprite:
    """Return a tag with its text: a square's name, an entry's letter or a digit.

    Each theme has 124 of them, so all are cached.
    """
    bare = sprite("tag" if len(text) > 1 else "tag_short")
    if seat is Seat.GRAY:
        bare = bare.with_ink(Ink.CUSHION_ORANGE, Ink.CUSHION_GRAY)
    bare = bare.with_ink(Ink.ORANGE_DARK, thread_of(palette, seat))
    inks = bare.inks.copy()
    middle, down = bare.size[0] // 2 - bare.at[0], bare.size[1] // 2 - bare.at[1]
    left = middle - _GLYPH_WIDTH * (len(text) - 1) // 2
    for index, character in enumerate(text):
        glyph = _letter(character) if character.isupper() else sprite(f"small_{character}")
        glyph.stamp_around(inks, left + index * _GLYPH_WIDTH, down, palette)
    return replace(bare, inks=inks)


def _letter(text: str) -> Sprite:
    """Return a capital letter; its sprite has its middle on the baseline."""
    letter = lettered(text, _TAG_LETTERS, Ink.OUTLINE)
    return replace(letter, size=(letter.size[0], letter.size[1] // 2))


@cache
def _sewn(name: str, quarters: int, seat: Seat, palette: Palette) -> Sprite:
    """Return a drawing of a seat's track, in the shade of its thread that stands out."""
    drawn = Ink.ORANGE_DARK if seat is Seat.ORANGE else Ink.GRAY_DARK
    return turned_sprite(name, quarters).with_ink(drawn, thread_of(palette, seat))


def _mouse(seat: Seat, entry: Entry) -> Sprite:
    return turned_sprite(*_mouse_name(seat, entry))


def _mouse_name(seat: Seat, entry: Entry) -> tuple[str, int]:
    return f"{seat.name.lower()}_seam", QUARTERS[way_along(entry)]


_DOWN: Final = (0, 1)


def draw_column(picture: Image.Image, column: Column, scene: Scene) -> None:
    """Outline a column in the colour of the player to move, and name its free squares."""
    palette, seat = scene.theme.palette, scene.position.to_move
    squares = squares_in(column)
    draw_run(picture, Run(squares, _DOWN), 0, Stitch.SOLID, thread_of(palette, seat), palette)
    for square in squares:
        if scene.position.bed.piece_at(square) is None:
            tag(name_of(square), seat, palette).stamp_around(picture, *middle_of(square), palette)


def draw(scene: Scene) -> bytes:
    """Return the scene as the bytes of an indexed PNG; equal scenes give equal bytes."""
    return as_png(compose(scene), scene.theme.palette)


def compose(scene: Scene) -> Image.Image:
    """Return the scene as an image of mode L whose pixels are inks of its theme's palette."""
    theme, palette = scene.theme, scene.theme.palette
    picture = _board(scene.status, theme).copy()
    spots, standing = _spots(scene), _standing(scene)
    for square in spots.keys() | standing.keys():
        patch = tile(square, spots.get(square, ()), standing.get(square), theme)
        picture.paste(patch, corner_of(square))
    draw_threats(picture, scene.threats, scene.position, palette)
    draw_seams(picture, scene)
    draw_turns(picture, scene)
    _draw_sleeping(picture, scene)
    draw_heading(picture, scene)
    if scene.win is not None:
        draw_crowns(picture, scene.win, scene.position, palette)
    if scene.status in _RECOMMENDED and scene.last is not None:
        draw_lamp(picture, scene.last, palette)
    draw_options(picture, scene.options, palette)
    draw_entries(picture, scene.entries, scene)
    if scene.column is not None:
        draw_column(picture, scene.column, scene)
    for seat in Seat:
        picture.paste(cushion(_cushion(scene, seat), theme), CUSHION[seat])
    return picture


@lru_cache
def _board(status: Status, theme: Theme) -> Image.Image:
    """Return the empty bed, with a special frame for previews and hints."""
    board = sprite(theme.drawing("board")).inks.copy()
    draw_frame(board, status, theme.palette)
    return board


_RECOMMENDED: Final = frozenset({Status.HINTED, Status.BETTER})
"""The statuses in which a lamp is drawn."""


def _spots(scene: Scene) -> dict[Square, tuple[Spot, ...]]:
    """Return the spots under the piece of each square: of a turn, then of an option."""
    spots: dict[Square, tuple[Spot, ...]] = {
        square: (Spot(name),) for square, name in spots_of(scene).items()
    }
    if scene.chosen is not None:
        spots[scene.chosen.square] = (Spot("spot_planned"),)
    for square, patch in patches_of(scene.options).items():
        spots[square] = (*spots.get(square, ()), patch)
    return spots


def _standing(scene: Scene) -> dict[Square, Figure]:
    """Return the figure on each square: a ghost, a piece, or a planned piece."""
    standing: dict[Square, Figure] = {}
    for recent, strength in recent_turns(scene):
        standing |= ghosts_of(recent, strength)
    for square, piece in scene.position.bed:
        standing[square] = Figure(piece_name(piece) + _state(scene, piece))
    if not scene.status.is_done and scene.last is not None:
        standing |= planned_of(scene.last, scene.position)
    if scene.chosen is not None:
        name = piece_name(scene.chosen.piece)
        standing[scene.chosen.square] = Figure(name, Fading.PLANNED)
    return standing


def _draw_sleeping(picture: Image.Image, scene: Scene) -> None:
    """Draw the sleeping pieces a second time, because arrows may cover them."""
    for square, piece in scene.position.bed:
        if scene.is_asleep(piece.seat):
            name = scene.theme.drawing(piece_name(piece) + _state(scene, piece))
            sprite(name).restore(picture, *corner_of(square))


def _state(scene: Scene, piece: Piece) -> str:
    return "_asleep" if scene.is_asleep(piece.seat) else ""


def _cushion(scene: Scene, seat: Seat) -> Cushion:
    """Return the content of a seat's cushion; it is lit for the player to move or the winner."""
    position = scene.position
    kinds = kinds_of(position.ruleset)
    state = "_asleep" if scene.is_asleep(seat) else ""
    seam = seam_in_hand(scene, seat)
    return Cushion(seat, position.pool_of(seat), kinds, seam, _mark(scene, seat), state)


def _mark(scene: Scene, seat: Seat) -> str | None:
    """Return the name of the drawing that marks the seat's cushion; None if it is not lit."""
    match scene.ending:
        case None:
            return "paw" if scene.position.to_move is seat else None
        case Ending.DRAWN:
            return "moon"
        case ending:
            return "crown" if ending.winner is seat else None
