"""How fast and how small an animation of a match is, compared with Pillow's of the same frames.

The matches are random ones of forty turns that prefer cats, so their beds are fuller than users'
beds. Pillow gets finished frames, so its time is the saving alone; ours includes the drawing.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from random import Random
from statistics import median

from PIL import Image

from bot.game import CLASSIC, Ruleset, Step
from bot.game.ruleset import SEAM
from render.replay import Animation, animation
from render.stage import animation_colours, stage
from render.theme import DAY_QUILT
from tests.bench.figures import Effort, Figure, at_most, by_yardstick, milliseconds
from tests.render.animations import Frame, caption, frames_of, random_match

TURNS = 40
MATCHES = 6
REPEATED = 3
SEAM_BY_YARDSTICK = at_most(50, slack=1.3)
"""91 at 2dc28fdb, 46 since an animation of seam has only what changes."""
CAPTION = caption(TURNS, "Wolfgang Amadeus", "ゆきのすけ")


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure animations of matches, then Pillow's animation of the first one's frames."""
    matches = list(matches_of(Random(2026), effort.of(MATCHES)))
    first = milliseconds(lambda: _animation_of(matches[0]))
    taken, sizes = [], []
    for match in matches:
        _animation_of(match)
        taken.append(min(milliseconds(partial(_animation_of, match)) for _ in range(REPEATED)))
        sizes.append(len(_animation_of(match).gif) / 1000)
    yield Figure(
        f"a {TURNS}-turn match as GIF, 480×480, median",
        median(taken),
        "ms",
        at_most(150),
        f"{len(matches)} matches, the best of {REPEATED}; the first of a process {first:.0f} ms",
    )
    yield Figure(
        "its bytes, median",
        median(sizes),
        "kB",
        at_most(350, slack=1.0),
        f"{min(sizes):.0f} to {max(sizes):.0f} kB",
    )
    yield from _of_seam(effort)
    if effort is Effort.QUICK:
        return
    ours = _animation_of(matches[0]).gif
    frames = frames_of(ours)
    yield Figure("the same frames, ours", len(ours) / 1000, "kB", None, f"{len(frames)} frames")
    yield from _pillow("Pillow, RGB frames", _pictures_of(frames), frames, optimize=False)
    indexed = _indexed(frames)
    yield from _pillow("Pillow, frames of one palette", indexed, frames, optimize=False)
    yield from _pillow("Pillow, its own transparent deltas", indexed, frames, optimize=True)


def _of_seam(effort: Effort) -> Iterator[Figure]:
    """Measure animations with seam pieces, which move across the squares."""
    matches = list(matches_of(Random(2027), effort.of(MATCHES), SEAM))
    taken, sizes, compared = [], [], []
    for match in matches:
        sizes.append(len(_animation_of(match).gif) / 1000)
        taken.append(min(milliseconds(partial(_animation_of, match)) for _ in range(REPEATED)))
        compared += [by_yardstick(partial(_animation_of, match)) for _ in range(REPEATED)]
    yield Figure(
        f"a {TURNS}-turn match of seam as GIF, median",
        median(taken),
        "ms",
        at_most(150),
        f"{len(matches)} matches, the best of {REPEATED}; {median(sizes):.0f} kB, at most"
        f" {max(sizes):.0f} kB",
    )
    yield Figure("the same, by the yardstick", median(compared), "×", SEAM_BY_YARDSTICK)


def _animation_of(match: Sequence[Step]) -> Animation:
    """Return the animation of a match as it is shared, with its banner."""
    return animation(match[0].before, match, caption=CAPTION)


def matches_of(chance: Random, count: int, ruleset: Ruleset = CLASSIC) -> Iterator[list[Step]]:
    """Yield random matches that last all turns."""
    while count:
        match = random_match(chance, ruleset, TURNS)
        if len(match) == TURNS:
            count -= 1
            yield match


def _pictures_of(frames: Sequence[Frame]) -> list[Image.Image]:
    for frame in frames:
        frame.picture.info.clear()
    return [frame.picture for frame in frames]


def _indexed(frames: Sequence[Frame]) -> list[Image.Image]:
    """Return the frames with the animation's palette and one index for transparency."""
    colours, _ = animation_colours(stage(480, DAY_QUILT).theme.palette)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    pictures = []
    for frame in frames:
        pictures.append(frame.picture.quantize(palette=palette, dither=Image.Dither.NONE))
        pictures[-1].info.clear()
    return pictures


def _pillow(
    name: str, pictures: Sequence[Image.Image], frames: Sequence[Frame], *, optimize: bool
) -> Iterator[Figure]:
    out = BytesIO()
    taken = milliseconds(
        lambda: pictures[0].save(
            out,
            "GIF",
            save_all=True,
            append_images=pictures[1:],
            duration=[frame.milliseconds for frame in frames],
            loop=0,
            disposal=1,
            optimize=optimize,
        )
    )
    yield Figure(name, taken, "ms", None, f"{out.tell() / 1000:.0f} kB")
