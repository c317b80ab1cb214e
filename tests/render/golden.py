"""The kept pictures: `python -m tests.render.golden` makes them again, and those of the docs."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from render.bed import draw
from render.lessons import Lesson, scene_of
from tests.render.scenes import scenes

KEPT = Path(__file__).parent / "golden"
SHOWN = Path(__file__).parents[2] / "docs" / "pictures" / "bed.png"
SHOWN_SCENE = "lively"
LESSONS = SHOWN.parent / "rules"

UNSEEN = 24
"""A pixel's channel may be so far from the kept one: an edge that was rounded otherwise."""

FEW = 1e-3
"""Such a part of the pixels may be further away."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a picture differs from the kept one."""

    part: float
    """Which part of the pixels differs visibly."""

    difference: Image.Image
    """White where they differ."""

    @property
    def alike(self) -> bool:
        """Whether the two are the same to the eye."""
        return self.part <= FEW


def opened(png: bytes) -> Image.Image:
    """Open a PNG as RGB."""
    return Image.open(BytesIO(png)).convert("RGB")


def compare(actual: Image.Image, expected: Image.Image) -> Comparison:
    """Compare two pictures pixel by pixel; of different sizes, everything differs."""
    if actual.size != expected.size:
        return Comparison(1.0, Image.new("L", expected.size, 255))
    bands = ImageChops.difference(actual, expected).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    difference = most.point([0] * (UNSEEN + 1) + [255] * (255 - UNSEEN))
    count = difference.histogram()[255]
    return Comparison(count / (actual.width * actual.height), difference)


def main() -> None:
    """Make every kept picture again."""
    KEPT.mkdir(exist_ok=True)
    SHOWN.parent.mkdir(parents=True, exist_ok=True)
    for name, scene in scenes():
        (KEPT / f"{name}.png").write_bytes(draw(scene))
    SHOWN.write_bytes(draw(dict(scenes())[SHOWN_SCENE]))
    LESSONS.mkdir(exist_ok=True)
    for lesson in Lesson:
        (LESSONS / f"{lesson.value}.png").write_bytes(draw(scene_of(lesson)))


if __name__ == "__main__":
    main()
