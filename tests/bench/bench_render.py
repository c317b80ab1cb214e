"""How fast the bed's pictures are drawn, and how small they are.

`zlib` compresses the same rows of pixels as the PNG at level 6 right after it, so its ratio shows
the cost of drawing and encoding beyond the compression.
"""

import asyncio
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import median, quantiles
from time import perf_counter

from PIL import Image

from bot.game import RULESETS, Kind, Position, Step, land, legal_turns, play
from render.bed import compose, draw
from render.card import Card, draw_card
from render.layout import HEIGHT, WIDTH
from render.png import zlib_ng_compress
from render.scene import Scene
from render.studio import Studio
from render.theme import THEMES, Theme
from tests.bench.figures import Effort, Figure, at_most, milliseconds, work
from tests.render.scenes import scenes

MATCHES = 20
REPEATED = 5
TOLD = 4


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure beds of random matches, then the scenes of the tests."""
    drawn = list(islice(random_scenes(Random(2026)), 400))
    new = effort.some(drawn)
    for scene in new[:100]:
        draw(scene)  # Sprites are loaded, and squares composed.
    taken, sizes, slower, larger = [], [], [], []
    for scene in new:
        raw = raw_rows(compose(scene))
        taken.append(milliseconds(lambda scene=scene: draw(scene)))  # type: ignore[misc]
        zipping = milliseconds(lambda raw=raw: zlib.compress(raw, 6))  # type: ignore[misc]
        sizes.append(len(draw(scene)))
        slower.append(taken[-1] / zipping)
        larger.append(sizes[-1] / len(zlib.compress(raw, 6)))
    yield Figure(
        f"a bed never drawn before, {WIDTH}×{HEIGHT}, median",
        median(taken),
        "ms",
        at_most(4),
        f"{len(new)} beds; p99 {quantiles(taken, n=100)[98]:.1f} ms",
    )
    # With zlib-ng, it was 0.91 at 2dc28fdb, and has been 0.53 since squares are kept composed.
    has_ng = zlib_ng_compress() is not None
    budget = at_most(0.6, slack=1.2) if has_ng else at_most(1.3)
    yield Figure("the same, time to zlib-6's", median(slower), "×", budget)
    # The size of a picture does not depend on the machine: zlib-ng writes 28 kB, and Pillow 33.
    least = 30 if has_ng else 40
    yield Figure("its bytes, median", median(sizes) / 1000, "kB", at_most(least, slack=1.0))
    yield Figure("its bytes, most", max(sizes) / 1000, "kB", at_most(40, slack=1.1))
    yield Figure(
        "the same, bytes to zlib-6's, median", median(larger), "×", at_most(1.3, slack=1.0)
    )
    sample = effort.some(drawn[:200])
    for theme in THEMES.values():
        yield from _of_theme(theme, sample)
    yield from _of_several_turns(effort)
    yield from _of_scenes(effort)
    yield _of_cards(effort)
    if effort is Effort.FULL:
        yield Figure("a flood of new beds through the studio", _flood(new), "a second")


def random_scenes(chance: Random) -> Iterator[Scene]:
    """Yield the turns of random matches that prefer cats, and the choices in them."""
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


def scenes_of_turns(chance: Random) -> Iterator[Scene]:
    """Yield pictures of random matches of every ruleset, each with the last four turns."""
    for ruleset in RULESETS:
        position, steps = Position.start(ruleset), list[Step]()
        for _ in range(40):
            turns = list(legal_turns(position))
            cats = [turn for turn in turns if turn.placement.kind is Kind.CAT]
            step = play(position, chance.choice(cats or turns))
            steps = [*steps[1 - TOLD :], step]
            yield Scene(step.after, tuple(steps), win=step.win)
            if step.win is not None:
                break
            position = step.after


def raw_rows(picture: Image.Image) -> bytes:
    """Return the bytes that a PNG without filters would compress."""
    pixels, width = picture.tobytes(), picture.width
    return b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))


def _of_theme(theme: Theme, sample: Sequence[Scene]) -> Iterator[Figure]:
    """Measure the same beds in one theme; the worst one counts."""
    themed = [replace(scene, theme=theme) for scene in sample]
    for scene in themed:
        draw(scene)
    taken = [milliseconds(lambda scene=scene: draw(scene)) for scene in themed]  # type: ignore[misc]
    sizes = [len(draw(scene)) / 1000 for scene in themed]
    larger = max(
        size * 1000 / len(zlib.compress(raw_rows(compose(scene)), 6))
        for scene, size in zip(themed, sizes, strict=True)
    )
    note = f"longest {max(taken):.1f} ms; at most {larger:.2f} × zlib-6's bytes"
    what = f"a bed in the theme {theme.name}"
    yield Figure(f"{what}, median", median(taken), "ms", at_most(4, slack=6.0), note)
    note = f"median {median(sizes):.1f} kB"
    yield Figure(f"{what}, most bytes", max(sizes), "kB", at_most(40, slack=1.1), note)


def _of_several_turns(effort: Effort) -> Iterator[Figure]:
    scenes = effort.some(list(islice(scenes_of_turns(Random(2027)), 200)))
    for scene in scenes:
        draw(scene)
    taken = [milliseconds(lambda scene=scene: draw(scene)) for scene in scenes]  # type: ignore[misc]
    sizes = [len(draw(scene)) / 1000 for scene in scenes]
    what = f"a bed with {TOLD} turns told, every ruleset"
    note = f"longest {max(taken):.1f} ms"
    yield Figure(f"{what}, median", median(taken), "ms", at_most(4, slack=6.0), note)
    note = f"median {median(sizes):.1f} kB"
    yield Figure(f"{what}, most bytes", max(sizes), "kB", at_most(40, slack=1.1), note)


def _of_scenes(effort: Effort) -> Iterator[Figure]:
    """Measure the tests' scenes, which show everything there is; the worst one counts."""
    every = dict(scenes())
    sizes = {name: len(draw(scene)) / 1000 for name, scene in every.items()}
    taken = {
        name: min(work(lambda: draw(scene)) for _ in range(effort.of(REPEATED)))  # noqa: B023
        for name, scene in every.items()
    }
    slowest, largest = max(taken, key=taken.__getitem__), max(sizes, key=sizes.__getitem__)
    what = f"the slowest of the {len(every)} scenes of the tests, processor time"
    yield Figure(what, taken[slowest], "ms", at_most(4, slack=9.0), slowest)
    entries = max((name for name in every if every[name].entries), key=taken.__getitem__)
    what = "the slowest with entries named, processor time"
    yield Figure(what, taken[entries], "ms", at_most(4, slack=6.0), entries)
    yield Figure("the largest of them", sizes[largest], "kB", at_most(40, slack=1.1), largest)


def _of_cards(effort: Effort) -> Figure:
    """Measure the picture that a chat shows with the link to a match."""
    scenes = effort.some(list(islice(random_scenes(Random(2028)), 40)))
    cards = [Card(scene, "Ada", "Bob", "Ada wins", "boop · classic") for scene in scenes]
    draw_card(cards[0])
    taken = [work(lambda card=card: draw_card(card)) for card in cards]  # type: ignore[misc]
    note = f"longest {max(taken):.0f} ms, {len(draw_card(cards[-1])) / 1000:.0f} kB"
    what = "the picture beside a link, 1200×630, median of processor time"
    return Figure(what, median(taken), "ms", at_most(60), note)


def _flood(new: Sequence[Scene]) -> float:
    async def flood() -> float:
        studio = Studio(waiting=len(new))
        began = perf_counter()
        await asyncio.gather(*(studio.picture(scene) for scene in new))
        taken = perf_counter() - began
        await studio.close()
        return len(set(new)) / taken

    return asyncio.run(flood())
