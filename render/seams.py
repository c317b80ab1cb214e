"""Seam pieces: where they are, where they go next, and where one may be laid."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from PIL import Image

from bot.game import Entry, SeamAdvanced, SeamLaid, SeamLeft, SeamPiece, Seat
from render.layout import EDGE, SIDE, Point, point_along, way_along
from render.palette import Ink, Palette, thread_of
from render.scene import Scene, Status
from render.sprite import Fading, Sprite, faded_sprite, sprite, turned_sprite
from render.telling import QUARTERS, Strength, recent_turns
from render.tiles import SeamInHand

BESIDE: Final = {Seat.ORANGE: -13, Seat.GRAY: 13}
"""How far aside each seat's seam piece is drawn where both are in one seam."""

INSIDE: Final = 44
"""How much further in a piece on the frame is drawn where the entries are named."""

TAG_BELOW_TITLE: Final = 58
PIECE_BELOW_TITLE: Final = 76
"""How far down is drawn what would hide the words of a preview or hint, or be hidden by them."""

LEAST_ACROSS: Final = 28
"""How far from the picture's sides a tag has its middle at the least."""

_GLYPHS: Final = {"+": "small_plus", "-": "small_minus"}
_GLYPH_WIDTH: Final = 14
_NEXT: Final = 0.5
"""How far between two steps the arrow is that points to the next one."""


def seam_in_hand(scene: Scene, seat: Seat) -> SeamInHand:
    """Return what a seat's cushion shows of its seam piece."""
    if not scene.position.ruleset.seams:
        return SeamInHand.NONE
    return SeamInHand.THERE if scene.position.seam_of(seat) is None else SeamInHand.AWAY


def draw_seams(picture: Image.Image, scene: Scene) -> None:
    """Draw both seats' seam pieces with the way that lies before them, and what they did."""
    standing = [(seat, seam) for seat in Seat if (seam := scene.position.seam_of(seat))]
    for seat, seam in standing:
        _draw_track(picture, seat, seam, scene)
    for recent, strength in recent_turns(scene):
        for event in recent.events:
            if isinstance(event, SeamAdvanced | SeamLaid | SeamLeft):
                _draw_event(picture, event, strength, scene)
    for seat, seam in standing:
        mouse = _mouse(seat, seam.entry)
        mouse.stamp_around(picture, *_place(scene, seat, seam), scene.theme.palette)


def draw_entries(picture: Image.Image, entries: Sequence[Entry], scene: Scene) -> None:
    """Name the places where a seam piece may be laid, at the edges of the bed."""
    for entry in entries:
        point = _clear_of_title(point_along(entry, -1), scene.status, TAG_BELOW_TITLE)
        _draw_tag(picture, entry.name, point, scene.position.to_move, scene.theme.palette)


def _draw_track(picture: Image.Image, seat: Seat, seam: SeamPiece, scene: Scene) -> None:
    """Draw a bead at each step to come, an arrow to the next, and their number at the end."""
    palette, entry = scene.theme.palette, seam.entry
    name = seat.name.lower()
    for step in range(seam.advanced, SIDE):
        point = _aside(point_along(entry, step), seat, scene)
        _sewn(f"{name}_bead", 0, seat, palette).stamp_around(picture, *point, palette)
    here, there = (
        _aside(point_along(entry, step), seat, scene) for step in (seam.advanced - 1, seam.advanced)
    )
    between = tuple(round(a + (b - a) * _NEXT) for a, b in zip(here, there, strict=True))
    arrow = _sewn(f"{name}_next", QUARTERS[way_along(entry)], seat, palette)
    arrow.stamp_around(picture, between[0], between[1], palette)
    if not scene.entries:
        aside = _aside(point_along(entry, SIDE), seat, scene)
        end = _clear_of_title(aside, scene.status, TAG_BELOW_TITLE)
        _draw_tag(picture, str(SIDE - seam.advanced), end, seat, palette)


def _draw_event(
    picture: Image.Image,
    event: SeamAdvanced | SeamLaid | SeamLeft,
    strength: Strength,
    scene: Scene,
) -> None:
    """Draw where a seam piece was before, where it was laid, or how it left."""
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
    return _clear_of_title((x, y), scene.status, PIECE_BELOW_TITLE)


def _aside(point: Point, seat: Seat, scene: Scene) -> Point:
    """Move a point aside where the seams of both seats are one."""
    seams = [scene.position.seam_of(each) for each in Seat]
    orange, gray = (seam.entry if seam else None for seam in seams)
    if orange is None or gray is None or _seam_of(orange) != _seam_of(gray):
        return point
    x, y = point
    return (x + BESIDE[seat], y) if orange.lies_between_columns else (x, y + BESIDE[seat])


def _seam_of(entry: Entry) -> tuple[bool, int]:
    return entry.lies_between_columns, entry.gap


def _clear_of_title(point: Point, status: Status, below: int) -> Point:
    """Move a point on the upper frame so far down that what is drawn there leaves words free."""
    x, y = point
    return (x, below) if status is not Status.PLAYED and y < EDGE else point


def _draw_tag(picture: Image.Image, text: str, point: Point, seat: Seat, palette: Palette) -> None:
    x, y = point
    x = min(max(x, LEAST_ACROSS), picture.width - LEAST_ACROSS)
    tag(text, seat, palette).stamp_around(picture, x, y, palette)


@cache
def tag(text: str, seat: Seat, palette: Palette) -> Sprite:
    """Return a finished tag, with the text on it; there are 46 in each theme."""
    bare = sprite("tag" if len(text) > 1 else "tag_short")
    if seat is Seat.GRAY:
        bare = bare.with_ink(Ink.CUSHION_ORANGE, Ink.CUSHION_GRAY)
    bare = bare.with_ink(Ink.ORANGE_DARK, thread_of(palette, seat))
    inks = bare.inks.copy()
    middle, down = bare.size[0] // 2 - bare.at[0], bare.size[1] // 2 - bare.at[1]
    left = middle - _GLYPH_WIDTH * (len(text) - 1) // 2
    for index, character in enumerate(text):
        glyph = sprite(_GLYPHS.get(character, f"small_{character}"))
        glyph.stamp_around(inks, left + index * _GLYPH_WIDTH, down, palette)
    return replace(bare, inks=inks)


@cache
def _sewn(name: str, quarters: int, seat: Seat, palette: Palette) -> Sprite:
    """Return a drawing of a seat's track, in the thread that stands out."""
    drawn = Ink.ORANGE_DARK if seat is Seat.ORANGE else Ink.GRAY_DARK
    return turned_sprite(name, quarters).with_ink(drawn, thread_of(palette, seat))


def _mouse(seat: Seat, entry: Entry) -> Sprite:
    return turned_sprite(*_mouse_name(seat, entry))


def _mouse_name(seat: Seat, entry: Entry) -> tuple[str, int]:
    return f"{seat.name.lower()}_seam", QUARTERS[way_along(entry)]
