"""How fast and how small the bed's pictures are.

`zlib` is zlib at level 6 on the same rows of pixels as the PNG holds, right after it, so its ratio
tells what drawing and encoding take beyond the compression.
"""

import asyncio
import zlib
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import perf_counter

from PIL import Image

from bot.game import Kind, Position, land, legal_turns, play
from render.bed import compose, draw
from render.scene import Scene
from render.studio import Studio
from tests.bench.figures import Effort, Figure, at_most, milliseconds
from tests.render.scenes import scenes

MATCHES = 20
REPEATED = 15


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure beds of random matches, then the scenes of the tests."""
    new = list(random_scenes(Random(2026)))[: effort.of(800)]
    for scene in new[:100]:
        draw(scene)  # Sprites are loaded, squares composed.
    taken, sizes, slower, larger = [], [], [], []
    for scene in new:
        raw = raw_rows(compose(scene))
        taken.append(milliseconds(lambda scene=scene: draw(scene)))  # type: ignore[misc]
        zipping = milliseconds(lambda raw=raw: zlib.compress(raw, 6))  # type: ignore[misc]
        sizes.append(len(draw(scene)))
        slower.append(taken[-1] / zipping)
        larger.append(sizes[-1] / len(zlib.compress(raw, 6)))
    yield Figure(
        "a bed never drawn before, 720×720, median",
        median(taken),
        "ms",
        at_most(6),
        f"{len(new)} beds; p99 {quantiles(taken, n=100)[98]:.1f} ms",
    )
    yield Figure("the same, time to zlib-6's", median(slower), "×", at_most(1.3))
    # How many bytes a picture takes is no matter of the machine.
    yield Figure("its bytes, median", median(sizes) / 1000, "kB", at_most(40, slack=1.0))
    yield Figure("its bytes, most", max(sizes) / 1000, "kB", at_most(40, slack=1.1))
    yield Figure(
        "the same, bytes to zlib-6's, median", median(larger), "×", at_most(1.3, slack=1.0)
    )
    for name, scene in scenes():
        yield _of_scene(name, scene, effort.of(REPEATED))
    yield Figure("a flood of new beds through the studio", _flood(new), "a second")


def random_scenes(chance: Random) -> Iterator[Scene]:
    """Give the turns of random matches that like cats, choices among them."""
    for _ in range(MATCHES):
        position = Position()
        for _ in range(60):
            turns = list(legal_turns(position))
            cats = [turn for turn in turns if turn.placement.kind is Kind.CAT]
            turn = chance.choice(cats or turns)
            landing, step = land(position, turn.placement), play(position, turn)
            if landing.needs_choice:
                yield Scene(landing.position, landing, landing.options)
            yield Scene(step.after, step, win=step.win)
            if step.win is not None:
                break
            position = step.after


def raw_rows(picture: Image.Image) -> bytes:
    """Give the bytes that a PNG without filters would compress."""
    pixels, width = picture.tobytes(), picture.width
    return b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))


def _of_scene(name: str, scene: Scene, times: int) -> Figure:
    taken = median(milliseconds(lambda: draw(scene)) for _ in range(times))
    composing = median(milliseconds(lambda: compose(scene)) for _ in range(times))
    note = f"{composing:.2f} ms of it composing; {len(draw(scene)) / 1000:.1f} kB"
    return Figure(f"scene: {name}", taken, "ms", None, note)


def _flood(new: list[Scene]) -> float:
    async def flood() -> float:
        studio = Studio()
        began = perf_counter()
        await asyncio.gather(*(studio.picture(scene) for scene in new))
        taken = perf_counter() - began
        await studio.close()
        return len(set(new)) / taken

    return asyncio.run(flood())
