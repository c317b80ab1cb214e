"""A match as a wide picture, which chats show beside a link to it."""

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.game import Seat
from render.bed import compose, flat
from render.lettering import fitting, size_fitting, write
from render.palette import Ink, Rgb
from render.scene import Scene
from render.sprite import rounded, sprite
from render.stage import scaled
from render.theme import Theme

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that Discord and others show a link's picture in."""

_BED: Final = 594
"""How high the bed is."""
_MARGIN: Final = 18
_LEFT: Final = 592
"""Where what is written beside the bed begins."""
_ROOM: Final = WIDTH - _LEFT - 2 * _MARGIN
_CHIP: Final = 124
_CHIPS: Final = {Seat.ORANGE: 60, Seat.GRAY: 204}
"""Where the chips of the players begin, from the top."""
_ROUND: Final = 34
_RIM: Final = 7
"""How thick the rim is around the chip of who has won."""
_CUSHIONS: Final = {Seat.ORANGE: Ink.CUSHION_ORANGE, Seat.GRAY: Ink.CUSHION_GRAY}
_DRAWING: Final = 92
_NAME: Final = 52
_RESULT: Final = 54
_NOTE: Final = 32
_LEAST: Final = 22
"""The smallest letters: a chat shows the picture at a third of its size."""


_PLAIN: Final = [Ink.FLOOR if ink == Ink.FLOOR_LIGHT else ink for ink in range(256)]
"""Replaces the lighter parts of the floor."""


@dataclass(frozen=True, slots=True)
class Card:
    """A match after a turn; `result` says how it stands, `note` what it is."""

    scene: Scene
    orange: str
    gray: str
    result: str
    note: str


def draw_card(card: Card) -> bytes:
    """Return a card as the bytes of a PNG; equal cards give equal bytes."""
    theme = card.scene.theme
    inks = theme.palette.inks
    picture = Image.new("RGB", (WIDTH, HEIGHT), inks[Ink.FLOOR])
    # The floor around the bed has a pattern; the rest of the card is plain.
    bed = compose(card.scene).point(_PLAIN)
    bed.putpalette(flat(theme.palette))
    width = round(bed.width * _BED / bed.height)
    # Sharper filters leave a light rim around the wood.
    shrunk = bed.convert("RGB").resize((width, _BED), Image.Resampling.HAMMING)
    picture.paste(shrunk, (_MARGIN, (HEIGHT - _BED) // 2))
    ending = card.scene.ending
    winner = None if ending is None else ending.winner
    for seat, name in ((Seat.ORANGE, card.orange), (Seat.GRAY, card.gray)):
        _draw_player(picture, seat, name, theme, has_won=seat is winner)
    middle = _LEFT + _ROOM // 2
    for text, size, down in ((card.result, _RESULT, 422), (card.note, _NOTE, 500)):
        letters = size_fitting(text, size, _LEAST, _ROOM)
        line = fitting(text, letters, _ROOM)
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
    *,
    has_won: bool,
) -> None:
    """Draw a player's chip: a cat of theirs, the name, and a crown for who has won."""
    inks, top = theme.palette.inks, _CHIPS[seat]
    if has_won:
        _fill(picture, _LEFT, top, _RIM, inks[Ink.GOLD_DARK])
    _fill(picture, _LEFT, top, 0, inks[_CUSHIONS[seat]])
    half, room = _DRAWING // 2, _ROOM - _DRAWING - 52
    _stamp(picture, f"{seat.name.lower()}_cat", (_LEFT + 20 + half, top + _CHIP // 2), theme, seat)
    if has_won:
        room -= _DRAWING
        at = (_LEFT + _ROOM - 16 - half, top + _CHIP // 2)
        _stamp(picture, "crown", at, theme, seat)
    size = size_fitting(name, _NAME, _LEAST, room)
    at = (_LEFT + _DRAWING + 36, top + _CHIP // 2)
    write(picture, at, fitting(name, size, room), size, inks[Ink.COUNT], "lm")


def _fill(picture: Image.Image, left: int, top: int, more: int, colour: Rgb) -> None:
    """Fill the shape of a chip, wider by some pixels on each side."""
    shape = rounded(_ROOM + 2 * more, _CHIP + 2 * more, _ROUND + more)
    picture.paste(Image.new("RGB", shape.size, colour), (left - more, top - more), shape)


def _stamp(
    picture: Image.Image, name: str, middle: tuple[int, int], theme: Theme, seat: Seat
) -> None:
    """Put a drawing onto a player's chip."""
    drawing = sprite(theme.drawing(name))
    small = scaled(drawing, _DRAWING / max(drawing.size), theme.palette)
    chip = Image.new("L", small.size, int(_CUSHIONS[seat]))
    small.stamp(chip, 0, 0, theme.palette)
    chip.putpalette(flat(theme.palette))
    at = (middle[0] - small.size[0] // 2, middle[1] - small.size[1] // 2)
    picture.paste(chip.convert("RGB"), at)
