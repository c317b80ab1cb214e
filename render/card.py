"""A match as a picture with its players and its result: wide or square.

Chats show the wide picture beside a link to the match; the square one is for posting elsewhere.
"""

import io
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PIL import Image

from bot.game import Seat
from render.bed import compose
from render.lettering import fitting, size_fitting, write
from render.palette import Ink, Rgb, flat
from render.scene import Scene
from render.sprite import rounded, sprite
from render.stage import scaled
from render.theme import Theme

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size in which Discord and other programs show the picture of a link."""

_BED: Final = 594
"""The height of the bed."""
_MARGIN: Final = 18
_LEFT: Final = 592
"""The left edge of the texts beside the bed."""
_ROOM: Final = WIDTH - _LEFT - 2 * _MARGIN
_CHIP: Final = 124
_CHIPS: Final = {Seat.ORANGE: (_LEFT, 60), Seat.GRAY: (_LEFT, 204)}
"""The left and upper edges of the players' chips."""
SIDE: Final = 1080
"""The size of the square picture."""
_SQUARE_BED: Final = 776
_SQUARE_ROOM: Final = (SIDE - 3 * _MARGIN - 12) // 2
_SQUARE_CHIPS: Final = {
    Seat.ORANGE: (_MARGIN + 6, _MARGIN + 6),
    Seat.GRAY: (SIDE - _MARGIN - 6 - _SQUARE_ROOM, _MARGIN + 6),
}
_ROUND: Final = 34
_RIM: Final = 7
"""The thickness of the rim around the winner's chip."""
_CUSHIONS: Final = {Seat.ORANGE: Ink.CUSHION_ORANGE, Seat.GRAY: Ink.CUSHION_GRAY}
_DRAWING: Final = 92
_NAME: Final = 52
_RESULT: Final = 54
_NOTE: Final = 32
_LEAST: Final = 22
"""The smallest size of letters; a chat shows the picture at a third of its size."""

_PLAIN: Final = [Ink.FLOOR if ink == Ink.FLOOR_LIGHT else ink for ink in range(256)]
"""A mapping of inks that makes the floor plain."""


class CardShape(Enum):
    """The shape of a card."""

    WIDE = "wide"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Card:
    """A match after a turn; `result` says how it stands, and `note` is in small print."""

    scene: Scene
    orange: str
    gray: str
    result: str
    note: str
    shape: CardShape = CardShape.WIDE


def draw_card(card: Card) -> bytes:
    """Return a card as the bytes of a PNG; equal cards give equal bytes."""
    theme, is_wide = card.scene.theme, card.shape is CardShape.WIDE
    inks = theme.palette.inks
    size = (WIDTH, HEIGHT) if is_wide else (SIDE, SIDE)
    picture = Image.new("RGB", size, inks[Ink.FLOOR])
    # The floor around the bed has a pattern; the rest of the card is plain.
    bed = compose(card.scene).point(_PLAIN)
    bed.putpalette(flat(theme.palette))
    height = _BED if is_wide else _SQUARE_BED
    width = round(bed.width * height / bed.height)
    # Sharper filters leave a light rim around the wood.
    shrunk = bed.convert("RGB").resize((width, height), Image.Resampling.HAMMING)
    at = (_MARGIN, (HEIGHT - height) // 2) if is_wide else ((SIDE - width) // 2, 160)
    picture.paste(shrunk, at)
    ending = card.scene.ending
    winner = None if ending is None else ending.winner
    chips, room = (_CHIPS, _ROOM) if is_wide else (_SQUARE_CHIPS, _SQUARE_ROOM)
    for seat, name in ((Seat.ORANGE, card.orange), (Seat.GRAY, card.gray)):
        _draw_player(picture, seat, name, theme, (*chips[seat], room), has_won=seat is winner)
    middle, downs = (_LEFT + _ROOM // 2, (422, 500)) if is_wide else (SIDE // 2, (976, 1038))
    room = _ROOM if is_wide else SIDE - 4 * _MARGIN
    for text, letters, down in zip((card.result, card.note), (_RESULT, _NOTE), downs, strict=True):
        letters = size_fitting(text, letters, _LEAST, room)
        line = fitting(text, letters, room)
        write(picture, (middle, down), line, letters, inks[Ink.LABEL], "mm")
    out = io.BytesIO()
    colours = picture.quantize(192, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    colours.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _draw_player(
    picture: Image.Image,
    seat: Seat,
    name: str,
    theme: Theme,
    chip: tuple[int, int, int],
    *,
    has_won: bool,
) -> None:
    """Draw a player's chip: a cat in their colour, the name, and a crown for the winner.

    `chip` is its left edge, its upper edge and its width.
    """
    inks, (left, top, width) = theme.palette.inks, chip
    if has_won:
        _fill(picture, chip, _RIM, inks[Ink.GOLD_DARK])
    _fill(picture, chip, 0, inks[_CUSHIONS[seat]])
    half, room = _DRAWING // 2, width - _DRAWING - 52
    _stamp(picture, f"{seat.name.lower()}_cat", (left + 20 + half, top + _CHIP // 2), theme, seat)
    if has_won:
        room -= _DRAWING
        at = (left + width - 16 - half, top + _CHIP // 2)
        _stamp(picture, "crown", at, theme, seat)
    size = size_fitting(name, _NAME, _LEAST, room)
    at = (left + _DRAWING + 36, top + _CHIP // 2)
    write(picture, at, fitting(name, size, room), size, inks[Ink.COUNT], "lm")


def _fill(picture: Image.Image, chip: tuple[int, int, int], more: int, colour: Rgb) -> None:
    """Fill the shape of a chip, enlarged by `more` pixels on each side."""
    left, top, width = chip
    shape = rounded(width + 2 * more, _CHIP + 2 * more, _ROUND + more)
    picture.paste(Image.new("RGB", shape.size, colour), (left - more, top - more), shape)


def _stamp(
    picture: Image.Image, name: str, middle: tuple[int, int], theme: Theme, seat: Seat
) -> None:
    """Draw a sprite on a player's chip."""
    drawing = sprite(theme.drawing(name))
    small = scaled(drawing, _DRAWING / max(drawing.size), theme.palette)
    chip = Image.new("L", small.size, int(_CUSHIONS[seat]))
    small.stamp(chip, 0, 0, theme.palette)
    chip.putpalette(flat(theme.palette))
    at = (middle[0] - small.size[0] // 2, middle[1] - small.size[1] // 2)
    picture.paste(chip.convert("RGB"), at)
