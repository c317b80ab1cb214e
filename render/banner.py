"""The banner above a bed: the players, the number of the turn, and the player to move.

A picture that is shared outside Discord has no message around it, so it says this itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.game import Seat
from render.bed import compose
from render.layout import HEIGHT, WIDTH
from render.lettering import fitting, lettered, size_fitting
from render.palette import Ink
from render.png import as_png
from render.scene import Ending, Scene
from render.sprite import Sprite, inked, rounded, sprite
from render.stage import scaled
from render.theme import Theme

SHARE: Final = 12
"""The width of an animation divided by the height of its banner."""

_UNITS: Final = 40
"""The height of the banner, in the units of all lengths below."""
_MARGIN: Final = 5
_MIDDLE: Final = 104
"""The width between the players' chips, where the number of the turn is."""
_LINE: Final = 4
"""The thickness of the line below the player to move. A ring would take 18 kB a match."""
_ROUND: Final = 12
_STANDS: Final = 0.36
"""How far the baseline is below the middle, as a share of the font size."""
_LETTERS: Final = 21
_LEAST: Final = 15
_DRAWING: Final = 28
"""The width of the kitten and of the mark; `_BESIDE` is the space around them."""
_BESIDE: Final = 4
_CUSHIONS: Final = {Seat.ORANGE: Ink.CUSHION_ORANGE, Seat.GRAY: Ink.CUSHION_GRAY}


@dataclass(frozen=True, slots=True)
class Caption:
    """The texts of a banner: the players' names, and the number of each turn in words.

    The first of `turns` is for the bed before the first turn.
    """

    orange: str
    gray: str
    turns: tuple[str, ...]

    def name_of(self, seat: Seat) -> str:
        """Return the name of the player of a seat."""
        return self.orange if seat is Seat.ORANGE else self.gray


@dataclass(frozen=True, slots=True)
class BannerImage:
    """The last picture of a match with a banner, to be shown by itself."""

    scene: Scene
    caption: Caption


class Banner:
    """The banner of one match, in a size and a theme. Its pixels are inks."""

    def __init__(self, width: int, height: int, caption: Caption, theme: Theme) -> None:
        self._size = width, height
        self._caption = caption
        self._theme = theme
        self._scale = height / _UNITS
        room, least = self._px(_MIDDLE - 2 * _BESIDE), self._px(_LEAST)
        longest = max(caption.turns, key=len)
        self._letters = size_fitting(longest, self._px(_LETTERS), least, room), room
        widest = _turn(caption.turns[-1], *self._letters).size[0]
        self._left = (width - widest) // 2
        """The left edge of a turn's number; it is fixed, so that only the digits change."""
        self._playing: dict[Seat, Image.Image] = {}
        self._bare = Image.new("L", self._size, Ink.FLOOR)
        for seat in Seat:
            self._draw_player(seat)

    def of_turn(self, number: int, seat: Seat) -> Image.Image:
        """Return the banner of turn `number`, which `seat` plays."""
        if seat not in self._playing:
            self._playing[seat] = self._marked({seat: "paw"})
        return self._with_number(self._playing[seat], number)

    def of_end(self, number: int, ending: Ending | None, seat: Seat) -> Image.Image:
        """Return the banner of the end, or of the last turn if there is no `ending`.

        `seat` played the last turn.
        """
        if ending is None:
            return self.of_turn(number, seat)
        if ending.winner is None:
            return self._with_number(self._marked(dict.fromkeys(Seat, "moon")), number)
        return self._with_number(self._marked({ending.winner: "crown"}), number)

    def _marked(self, marks: Mapping[Seat, str]) -> Image.Image:
        """Return the banner with marks at the inner ends of chips; underline these chips."""
        picture, palette = self._bare.copy(), self._theme.palette
        for seat, mark in marks.items():
            left, _, right, bottom = self._chip(seat)
            round_, thick = self._px(_ROUND), self._px(_LINE)
            line = _pill(right - left - 2 * round_, thick, thick // 2, Ink.GOLD_DARK)
            line.stamp(picture, left + round_, bottom - thick, palette)
            self._stamp(picture, mark, self._end_of(seat), self._size[1] // 2)
        return picture

    def _with_number(self, picture: Image.Image, number: int) -> Image.Image:
        picture = picture.copy()
        height, palette = self._size[1], self._theme.palette
        letters = _turn(self._caption.turns[number], *self._letters)
        left = self._left if number else (self._size[0] - letters.size[0]) // 2
        down = height // 2 + round(self._letters[0] * _STANDS)
        letters.stamp(picture, left, down - letters.size[1] // 2, palette)
        return picture

    def _draw_player(self, seat: Seat) -> None:
        """Draw a player's chip: a kitten in their colour at the outer end, then the name."""
        left, top, right, bottom = self._chip(seat)
        palette, middle = self._theme.palette, (top + bottom) // 2
        chip = _pill(right - left, bottom - top, self._px(_ROUND), _CUSHIONS[seat])
        chip.stamp(self._bare, left, top, palette)
        outer, beside = self._px(_BESIDE + _DRAWING / 2), self._px(2 * _BESIDE + _DRAWING)
        at = left + outer if seat is Seat.ORANGE else right - outer
        self._stamp(self._bare, f"{seat.name.lower()}_kitten", at, middle)
        room = right - left - 2 * beside
        name, size = self._caption.name_of(seat), self._px(_LETTERS)
        size = size_fitting(name, size, self._px(_LEAST), room)
        letters = lettered(fitting(name, size, room), size, Ink.COUNT)
        half = letters.size[0] // 2
        across = left + beside + half if seat is Seat.ORANGE else right - beside - half
        letters.stamp_around(self._bare, across, middle + round(size * _STANDS), palette)

    def _chip(self, seat: Seat) -> tuple[int, int, int, int]:
        """Return the box of a player's chip: orange is at the left, like its cushion."""
        width, height = self._size
        margin, half = self._px(_MARGIN), self._px(_MIDDLE / 2)
        if seat is Seat.ORANGE:
            return margin, margin, width // 2 - half, height - margin
        return width // 2 + half, margin, width - margin, height - margin

    def _end_of(self, seat: Seat) -> int:
        """Return the x of the middle of a chip's mark, at its inner end."""
        left, _, right, _ = self._chip(seat)
        inner = self._px(_BESIDE + _DRAWING / 2)
        return right - inner if seat is Seat.ORANGE else left + inner

    def _stamp(self, picture: Image.Image, name: str, x: int, y: int) -> None:
        _shrink_to_fit(name, self._px(_DRAWING), self._theme).stamp_around(
            picture, x, y, self._theme.palette
        )

    def _px(self, units: float) -> int:
        return max(1, round(units * self._scale))


def draw_still(still: BannerImage) -> bytes:
    """Return the last picture of a match with its banner as a PNG."""
    scene, theme = still.scene, still.scene.theme
    above = WIDTH // SHARE
    banner = Banner(WIDTH, above, still.caption, theme)
    last = len(still.caption.turns) - 1
    picture = Image.new("L", (WIDTH, HEIGHT + above))
    picture.paste(banner.of_end(last, scene.ending, scene.position.to_move.other))
    picture.paste(compose(scene), (0, above))
    return as_png(picture, theme.palette)


@lru_cache(32)
def _shrink_to_fit(name: str, width: int, theme: Theme) -> Sprite:
    """Return a drawing shrunk to fit into a square of this width."""
    drawing = sprite(theme.drawing(name))
    mask = drawing.mask
    cut = replace(drawing, size=mask.size, at=(0, 0))
    return scaled(cut, width / max(mask.size), theme.palette)


@lru_cache(16)
def _pill(width: int, height: int, radius: int, ink: Ink) -> Sprite:
    """Return a rounded rectangle in an ink, with a smooth edge."""
    return inked(rounded(width, height, radius), ink)


@lru_cache(512)
def _turn(text: str, size: int, room: int) -> Sprite:
    """Return the number of a turn as a sprite."""
    return lettered(fitting(text, size, room), size, Ink.LABEL)
