"""The stored pictures: `python -m tests.render.golden` makes them again, and those of the docs.

Scenes are stored on lossless sheets, a few per row, so that the bed they share is stored once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from bot.engine import LEVELS
from render.bed import draw
from render.faces import Portrait, Portraits, draw_portraits
from render.layout import HEIGHT, WIDTH
from render.lessons import RulePicture, scene_of
from render.scene import Scene
from render.theme import THEMES
from tests.render.scenes import scenes, sheets

KEPT = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = DOCS / "bed.png"
SHOWN_SCENE = "lively"
THEMES_SHOWN = DOCS / "themes.png"
GALLERY = DOCS / "gallery"
LESSONS = DOCS / "rules"

CATS = Portraits(tuple(Portrait(level.number, level.name) for level in LEVELS))
"""The cats that the bot plays as."""

COLUMNS = 4
PHONE = 350
"""The width of a picture on a phone, in points."""

IN_GALLERY = (
    "four_turns",
    "choice_crossing",
    "choice_full_bed",
    "preview_choice",
    "graduation",
    "threats",
    "win_by_line",
    "drawn",
    "seam_pushes",
    "seam_entries",
)
"""The scenes that docs/gallery.md shows in the day theme."""

UNSEEN = 24
"""A channel may differ this much from the stored pixel, as when an edge is rounded differently."""

FEW = 1e-3
"""This share of the pixels may differ more."""

BLOCK = 32
"""The side of the blocks that are compared one by one: about that of a badge."""

FEW_IN_BLOCK = 30
"""This many pixels of a block may differ more: a wrong digit changes more of them."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference of a picture from the stored one."""

    part: float
    """The share of the pixels that differ visibly."""

    most_in_block: int
    """The number of differing pixels in the worst block, to the nearest four."""

    difference: Image.Image
    """White where they differ."""

    @property
    def alike(self) -> bool:
        """Whether the two look the same."""
        return self.part <= FEW and self.most_in_block <= FEW_IN_BLOCK


def open_png(png: bytes) -> Image.Image:
    """Open a picture as RGB."""
    return Image.open(BytesIO(png)).convert("RGB")


def compare(actual: Image.Image, expected: Image.Image) -> Comparison:
    """Compare two pictures pixel by pixel; with different sizes, everything differs."""
    if actual.size != expected.size:
        return Comparison(1.0, BLOCK**2, Image.new("L", expected.size, 255))
    bands = ImageChops.difference(actual, expected).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    difference = most.point([0] * (UNSEEN + 1) + [255] * (255 - UNSEEN))
    count = difference.histogram()[255]
    part = count / (actual.width * actual.height)
    return Comparison(part, _most_in_block(difference), difference)


def _most_in_block(difference: Image.Image) -> int:
    """Count the white pixels of the fullest block, including blocks that overlap by half."""
    starts = (0, BLOCK // 2)
    fullest = max(
        max(_padded(difference, x, y).reduce(BLOCK).tobytes()) for x in starts for y in starts
    )
    return fullest * BLOCK**2 // 255


def _padded(picture: Image.Image, left: int, top: int) -> Image.Image:
    """Add black at the left and top, then at the right and bottom up to whole blocks."""
    width, height = (
        -(-(side + before) // BLOCK) * BLOCK
        for side, before in zip(picture.size, (left, top), strict=True)
    )
    padded = Image.new("L", (width, height))
    padded.paste(picture, (left, top))
    return padded


def stored_picture(name: str) -> Image.Image:
    """Return the stored picture of a scene; raise `KeyError` if there is none."""
    sheet, index = _places()[name]
    picture = _kept_sheet(sheet)
    x, y = _corner(index)
    return picture.crop((x, y, x + WIDTH, y + HEIGHT))


def in_row(pictures: Iterable[Image.Image], columns: int = COLUMNS) -> Image.Image:
    """Put pictures of one size side by side, `columns` to a row."""
    every = list(pictures)
    width, height = every[0].size
    rows = -(-len(every) // columns)
    sheet = Image.new("RGB", (width * min(columns, len(every)), height * rows))
    for index, picture in enumerate(every):
        sheet.paste(picture, (index % columns * width, index // columns * height))
    return sheet


def gallery() -> dict[Path, Callable[[], bytes]]:
    """Return the functions that draw the pictures of the README and the docs, by path."""
    # `animations` imports this module to compare pictures, so it is imported late.
    from tests.render.animations import shown_animation

    every = dict(scenes())
    return {
        SHOWN: lambda: draw(every[SHOWN_SCENE]),
        THEMES_SHOWN: lambda: _themes(every[SHOWN_SCENE]),
        **{GALLERY / f"{name}.png": partial(draw, every[name]) for name in IN_GALLERY},
        GALLERY / "replay.gif": shown_animation,
        GALLERY / "cats.png": lambda: draw_portraits(CATS),
        **{LESSONS / f"{lesson.value}.png": partial(_lesson, lesson) for lesson in RulePicture},
    }


def _themes(scene: Scene) -> bytes:
    small = (
        open_png(draw(replace(scene, theme=theme))).resize(
            (PHONE, PHONE * HEIGHT // WIDTH), Image.Resampling.LANCZOS
        )
        for theme in THEMES.values()
    )
    return _png(in_row(small))


def _lesson(lesson: RulePicture) -> bytes:
    return draw(scene_of(lesson))


@cache
def _kept_sheet(name: str) -> Image.Image:
    return open_png((KEPT / f"{name}.webp").read_bytes())


@cache
def _places() -> dict[str, tuple[str, int]]:
    return {
        name: (sheet, index)
        for sheet, on_it in sheets().items()
        for index, name in enumerate(on_it)
    }


def _corner(index: int) -> tuple[int, int]:
    return index % COLUMNS * WIDTH, index // COLUMNS * HEIGHT


def _png(picture: Image.Image) -> bytes:
    """Return a picture of several themes as a PNG with the colours of all of them."""
    every = [theme.palette.colours for theme in THEMES.values()]
    colours = Image.new("P", (1, 1))
    colours.putpalette([part for of_one in every for colour in of_one for part in colour])
    out = BytesIO()
    indexed = picture.quantize(palette=colours, dither=Image.Dither.NONE)
    indexed.save(out, "PNG", optimize=True)
    return out.getvalue()


def _write_sheet(name: str, on_it: Iterable[Scene]) -> None:
    sheet = in_row(open_png(draw(scene)) for scene in on_it)
    sheet.save(KEPT / f"{name}.webp", lossless=True, quality=100, method=4)


def main() -> None:
    """Make every stored picture again."""
    KEPT.mkdir(exist_ok=True)
    for path in KEPT.iterdir():
        path.unlink()
    for name, on_it in sheets().items():
        _write_sheet(name, on_it.values())
    from tests.render.animations import keep_animation

    keep_animation()
    for path, drawn in gallery().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(drawn())


if __name__ == "__main__":
    main()
