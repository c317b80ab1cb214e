"""The bed of animations, scaled once, and the figures that move on it."""

from dataclasses import replace
from functools import cache, lru_cache
from math import ceil, floor
from typing import Final

from PIL import Image, ImageChops

from bot.game import (
    EVERY_SQUARE,
    Bed,
    Entry,
    Kind,
    Landing,
    Piece,
    Placed,
    Placement,
    Pool,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    Square,
    column_of,
    entry_named,
    row_of,
)
from bot.game.squares import Mask
from render.bed import compose, seam_pieces_of, tracks_of
from render.gif import Box
from render.layout import CUSHION, CUSHION_SIZE, HEIGHT, TILE, WIDTH, corner_of
from render.palette import COVERAGES, OPTIONS, SIZE, Ink, Palette, Rgb, flat, nearest
from render.scene import Scene
from render.sprite import Sprite, Veil, turned_sprite
from render.theme import Theme

STAGES_KEPT: Final = 4
"""How many stages are cached; each takes up to 4 MB for its squares, pools and figures."""

SMALLER: Final = Image.Resampling.BOX
MOVING: Final = Image.Resampling.NEAREST
"""The resampling of moving figures: rough, but seen only 50 ms; it saves a tenth of the bytes."""
REACH: Final = 3
"""How many pixels of the scaled picture around a part influence the part."""

_OPAQUE: Final = 255
_FAR_FROM_POOLS: Final = SeamPiece(entry_named("12+"))
"""A laid seam piece that no picture of a pool shows."""
_EVERYWHERE: Final = Mask((1 << len(EVERY_SQUARE)) - 1)


class Stage:
    """The bed in a square picture of some size, in one theme.

    Like still pictures, its pictures have mode L, with ink numbers as pixels. It scales the whole
    still picture down, and fills the rest with floor. The first `above` rows of pixels stay free.
    """

    def __init__(self, size: int, theme: Theme, above: int = 0) -> None:
        self.size = size
        self.theme = theme
        self.above = above
        self.tile = (size - above) * TILE // max(WIDTH, HEIGHT)
        """The side of a square, in whole pixels; all other sizes follow from it."""
        if not self.tile:
            raise ValueError(f"no bed fits into a picture of {size} pixels")
        self._scale = self.tile / TILE
        x, y = corner_of(Square(0))
        self.corner = (
            round((size - WIDTH * self._scale) / 2 + x * self._scale),
            round((size + above - HEIGHT * self._scale) / 2 + y * self._scale),
        )
        """The top left corner of a1."""
        self._origin = (self.corner[0] - x * self._scale, self.corner[1] - y * self._scale)
        self._squares: dict[tuple[Square, Piece | None, bool], Image.Image] = {}
        self._pools: dict[tuple[Seat, Pool, Ruleset, bool], Image.Image] = {}
        self._figures: dict[tuple[str, int, int], Sprite] = {}
        self._drawings: dict[Sprite, Sprite] = {}

    def whole(self, scene: Scene) -> Image.Image:
        """Return the still picture of a scene, scaled down."""
        return self.part(scene, (0, 0, self.size, self.size))

    def square_box(self, square: Square) -> Box:
        """Return the box of a square."""
        left = self.corner[0] + column_of(square) * self.tile
        top = self.corner[1] + row_of(square) * self.tile
        return left, top, left + self.tile, top + self.tile

    def seam_box(self, entry: Entry) -> Box:
        """Return the box that contains a seam piece from an entry and its whole track."""
        first, second = entry.squares_at(0)
        left, top, _, _ = self.square_box(first)
        _, _, right, bottom = self.square_box(second)
        if entry.lies_between_columns:
            return left, self.above, right, self.pool_box(Seat.ORANGE)[1]
        return 0, top, self.size, bottom

    def pool_box(self, seat: Seat) -> Box:
        """Return the box of a seat's pool."""
        left, top = (
            start + at * self._scale for start, at in zip(self._origin, CUSHION[seat], strict=True)
        )
        right, bottom = (
            start + side * self._scale
            for start, side in zip((left, top), CUSHION_SIZE, strict=True)
        )
        return floor(left), floor(top), ceil(right), min(ceil(bottom), self.size)

    def square(
        self, position: Position, square: Square, placed: Square | None = None
    ) -> Image.Image:
        """Return the picture of a square in a position, without the tracks of seam pieces.

        A mark shows that the last piece was placed on it if it is the square `placed`.
        """
        piece, is_marked = position.bed.piece_at(square), square == placed
        key = square, piece, is_marked
        if key not in self._squares:
            whole = self.whole(self._full_of(piece, is_marked))
            for each in EVERY_SQUARE:
                self._squares[each, piece, is_marked] = whole.crop(self.square_box(each))
        return self._squares[key]

    def scene(self, position: Position, *placed: Square | None) -> Scene:
        """Return the scene of a position, with the mark of the last placement on some squares."""
        squares = [square for square in placed if square is not None]
        if not squares:
            return Scene(position, theme=self.theme)
        piece = Piece(position.to_move, Kind.KITTEN)
        events = tuple(Placed(piece, square) for square in squares)
        placement = Placement(Kind.KITTEN, squares[-1])
        landing = Landing(position, placement, position, events, (), None)
        return Scene(position, recent=landing, theme=self.theme)

    def _full_of(self, piece: Piece | None, is_marked: bool) -> Scene:  # noqa: FBT001 - private
        """Return an impossible scene: the same piece on every square."""
        return self.scene(_bed_full_of(piece), *(EVERY_SQUARE if is_marked else ()))

    def draw_seams(self, picture: Image.Image, position: Position) -> None:
        """Draw the seam pieces and the tracks ahead of them on a picture of the bed."""
        scene, palette = Scene(position, theme=self.theme), self.theme.palette
        for drawing, point in (*tracks_of(scene), *seam_pieces_of(scene)):
            if drawing not in self._drawings:
                self._drawings[drawing] = scaled(drawing, self._scale, palette)
            across, down = (
                round(start + at * self._scale)
                for start, at in zip(self._origin, point, strict=True)
            )
            self._drawings[drawing].stamp_around(picture, across, down, palette)

    def pool(self, position: Position, seat: Seat) -> Image.Image:
        """Return the picture of a seat's pool while the other seat is to move."""
        key = seat, position.pool_of(seat), position.ruleset, position.seam_of(seat) is None
        if key not in self._pools:
            bare = replace(
                position,
                bed=Bed(),
                to_move=seat.other,
                orange_seam=position.orange_seam and _FAR_FROM_POOLS,
                gray_seam=position.gray_seam and _FAR_FROM_POOLS,
            )
            self._pools[key] = self.part(Scene(bare, theme=self.theme), self.pool_box(seat))
        return self._pools[key]

    def figure(self, name: str, quarters: int, tenths: int) -> Sprite:
        """Return a sprite at `tenths` of the bed's scale, turned clockwise by `quarters`."""
        key = name, quarters, tenths
        if key not in self._figures:
            drawing = turned_sprite(self.theme.drawing(name), quarters)
            self._figures[key] = scaled(
                drawing, self._scale * tenths / 10, self.theme.palette, MOVING
            )
        return self._figures[key]

    def part(self, scene: Scene, box: Box) -> Image.Image:
        """Return a part of the still picture of a scene, scaled down."""
        left, top, right, bottom = (
            (side - self._origin[axis % 2]) / self._scale for axis, side in enumerate(box)
        )
        reach = ceil(REACH / self._scale)
        around = (
            floor(left) - reach,
            floor(top) - reach,
            ceil(right) + reach,
            ceil(bottom) + reach,
        )
        room = Image.new("L", (around[2] - around[0], around[3] - around[1]), Ink.FLOOR)
        room.paste(compose(scene), (-around[0], -around[1]))
        room.putpalette(flat(self.theme.palette))
        small = room.convert("RGB").resize(
            (box[2] - box[0], box[3] - box[1]),
            SMALLER,
            (left - around[0], top - around[1], right - around[0], bottom - around[1]),
        )
        return _nearest_inks(small, self.theme.palette)


@lru_cache(STAGES_KEPT)
def stage(size: int, theme: Theme, above: int = 0) -> Stage:
    """Return the cached stage of a size and theme."""
    return Stage(size, theme, above)


def scaled(
    drawing: Sprite, scale: float, palette: Palette, resampling: Image.Resampling = SMALLER
) -> Sprite:
    """Return a sprite in another size; its edges have a single ink."""
    width, height = (max(1, round(side * scale)) for side in drawing.size)
    whole = Image.new("RGBA", drawing.size)
    whole.paste(_colour_image(drawing, palette), drawing.at)
    # Premultiply the alpha; otherwise the colours of transparent pixels would show at the edges.
    small = whole.convert("RGBa").resize((width, height), resampling).convert("RGBA")
    return _sprite(_nearest_inks(small.convert("RGB"), palette), small.getchannel("A"))


def _bed_full_of(piece: Piece | None) -> Position:
    """Return an impossible position: the same piece on every square."""
    match piece:
        case None:
            bed = Bed()
        case Piece(Seat.ORANGE, Kind.KITTEN):
            bed = Bed(orange_kittens=_EVERYWHERE)
        case Piece(Seat.ORANGE, Kind.CAT):
            bed = Bed(orange_cats=_EVERYWHERE)
        case Piece(Seat.GRAY, Kind.KITTEN):
            bed = Bed(gray_kittens=_EVERYWHERE)
        case _:
            bed = Bed(gray_cats=_EVERYWHERE)
    return Position(bed)


@cache
def animation_colours(palette: Palette) -> tuple[tuple[Rgb, ...], bytes]:
    """Return the colours of an animation, and a table from ink numbers to their indices.

    The colours of options are left out, because no animation shows options. This leaves at most 64
    with the transparent one, so the first codes of each GIF frame are one bit shorter.
    """
    colours = palette.colours
    used = [value for value in range(len(colours)) if value not in OPTIONS]
    indices = [used.index(nearest(palette, colour, used)) for colour in colours]
    for index, value in enumerate(used):
        indices[value] = index
    return tuple(colours[value] for value in used), bytes(indices).ljust(256, b"\0")


@cache
def _inks(palette: Palette) -> Image.Image:
    """Return an image with the palette; the unused inks of options have the outline's colour."""
    colours = list(palette.colours)
    for ink in OPTIONS:
        colours[ink] = colours[Ink.OUTLINE]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _nearest_inks(coloured: Image.Image, palette: Palette) -> Image.Image:
    """Return the ink nearest to each pixel of a coloured picture."""
    quantized = coloured.quantize(palette=_inks(palette), dither=Image.Dither.NONE)
    return Image.frombytes("L", quantized.size, quantized.tobytes())


def _colour_image(drawing: Sprite, palette: Palette) -> Image.Image:
    """Return a sprite in its colours, with the coverage of its pixels as alpha."""
    inks = drawing.inks.copy()
    inks.putpalette(flat(palette))
    alpha = drawing.mask.copy()
    for veil in drawing.veils:
        alpha = ImageChops.add(alpha, veil.quarters.point(_ALPHA))
    coloured = inks.convert("RGB")
    coloured.putalpha(alpha)
    return coloured


def _sprite(inks: Image.Image, alpha: Image.Image) -> Sprite:
    """Return a sprite whose edges have a single ink, so that it is drawn fast."""
    coverages = alpha.point([(level * COVERAGES + 127) // _OPAQUE for level in range(256)])
    edge = coverages.point([_OPAQUE if 0 < level < COVERAGES else 0 for level in range(256)])
    counts = inks.histogram(edge)
    ink = counts.index(max(counts))
    quarters = coverages.point([level % COVERAGES * SIZE for level in range(256)])
    mask = coverages.point([_OPAQUE if level == COVERAGES else 0 for level in range(256)])
    return Sprite(inks.size, (0, 0), inks, mask, (Veil(ink, quarters),))


_ALPHA: Final = [level // SIZE * _OPAQUE // COVERAGES for level in range(256)]
"""The alpha for each value of a veil."""
