"""Animations for the tests, the stored pictures of one, and the animation in the docs.

`python -m tests.render.golden` makes them again with all other pictures.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.game import EVERY_SQUARE, Kind, Position, Ruleset, Seat, Step, legal_turns, play, read_turn
from render.banner import Caption
from render.bed import draw
from render.layout import CUSHION, CUSHION_SIZE, EDGE, HEIGHT, TILE, WIDTH, corner_of
from render.replay import animation
from render.scene import Scene
from render.stage import stage
from render.theme import DAY_QUILT, Theme
from tests.kit.server_matches import turns_of
from tests.render.golden import in_row, open_png
from tests.render.scenes import position_with

KEPT = Path(__file__).parent / "kept_animation.webp"
COLUMNS = 4
SHOWN_TURNS = 9


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of an animation, and how many milliseconds it is shown."""

    picture: Image.Image
    milliseconds: int


def frames_of(gif: bytes) -> list[Frame]:
    """Return the frames of an animation."""
    frames = []
    with Image.open(BytesIO(gif)) as image:
        for index in range(getattr(image, "n_frames", 1)):
            image.seek(index)
            frames.append(Frame(image.convert("RGB"), int(image.info["duration"])))
    return frames


def play_turns(start: Position, *turns: str) -> list[Step]:
    """Play turns in notation, and return their steps."""
    steps: list[Step] = []
    position = start
    for text in turns:
        steps.append(play(position, read_turn(text)))
        position = steps[-1].after
    return steps


def random_match(chance: Random, ruleset: Ruleset, most: int) -> list[Step]:
    """Play a random match that prefers cats, with at most `most` turns."""
    steps: list[Step] = []
    position = Position.start(ruleset)
    for _ in range(most):
        turns = list(legal_turns(position))
        cats = [turn for turn in turns if turn.placement.kind is Kind.CAT]
        steps.append(play(position, chance.choice(cats or turns)))
        position = steps[-1].after
        if steps[-1].win is not None:
            break
    return steps


def caption(turns: int, orange: str = "Ada", gray: str = "Bob") -> Caption:
    """Return the texts of a banner for a match with that number of turns."""
    return Caption(orange, gray, ("Start", *(f"Turn {number + 1}" for number in range(turns))))


def after(step: Step, position: Position | None = None, theme: Theme = DAY_QUILT) -> Scene:
    """Return the picture after a turn, or of another position with the mark of the turn's piece."""
    return stage(120, theme).scene(position or step.after, step.turn.placement.square)


def unlike(frame: Image.Image, scene: Scene) -> list[float]:
    """Return the difference of an animation's picture from a still one, by square and pool.

    It is from 0 to 255. Both pictures are blurred, because lines may be slightly apart.
    """
    still = open_png(draw(scene))
    scale = frame.height * TILE // HEIGHT / TILE
    shift = [
        round((frame.height - side * scale) / 2 + EDGE * scale) - EDGE * scale
        for side in (WIDTH, HEIGHT)
    ]
    large = frame.transform(
        still.size,
        Image.Transform.AFFINE,
        (scale, 0, shift[0], 0, scale, shift[1]),
        Image.Resampling.BILINEAR,
    )
    blurred = (picture.filter(ImageFilter.BoxBlur(6)) for picture in (large, still))
    difference = ImageChops.difference(*blurred)
    corners = [(*corner_of(square), TILE, TILE) for square in EVERY_SQUARE]
    corners += [(*CUSHION[seat], *CUSHION_SIZE) for seat in Seat]
    return [
        max(ImageStat.Stat(difference.crop((x, y, x + width, y + height))).mean)
        for x, y, width, height in corners
    ]


def unlike_beds(frame: Image.Image, scene: Scene) -> list[float]:
    """Return the differences of the squares alone."""
    return unlike(frame, scene)[: len(EVERY_SQUARE)]


@cache
def stored_animation() -> tuple[Frame, ...]:
    """Return frames, some of which are stored."""
    steps = stored_steps()
    return tuple(frames_of(animation(steps[0].before, steps, caption=caption(len(steps))).gif))


def stored_steps() -> list[Step]:
    """Return the turns of the stored animation: a boop, falls, new cats, and a win."""
    start = position_with("k3k1/1K3K/2K3/6/1CC3/k1c3 o", (1, 0))
    return play_turns(start, "Kd4", "Ke2", "Cd5")


def stored_frames() -> Iterator[Image.Image]:
    """Yield the stored frames: every second one, and the last."""
    for frame in (*stored_animation()[::2], stored_animation()[-1]):
        yield frame.picture


def shown_animation() -> bytes:
    """Return the animation in the docs: how a match was won."""
    steps = play_turns(Position(), *turns_of("line"))[-SHOWN_TURNS:]
    return animation(steps[0].before, steps, caption=caption(SHOWN_TURNS)).gif


def keep_animation() -> None:
    """Make the stored pictures again."""
    in_row(stored_frames(), COLUMNS).save(KEPT, lossless=True, quality=100, method=4)
