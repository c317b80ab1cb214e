"""Animations of matches: their contents, their size, and that they are reproducible."""

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.game import (
    CLASSIC,
    EVERY_SQUARE,
    RULESETS,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    Step,
    entry_named,
    read_turn,
)
from bot.game.ruleset import SEAM
from render.layout import SIDE
from render.motion import MotionPace
from render.replay import (
    FIRST,
    FORMATS,
    LARGEST,
    LAST,
    OPENING,
    PICTURE,
    REST,
    AnimationTooLong,
    Format,
    Motion,
    animation,
    animation_of_turns,
    draw_motion,
)
from render.scene import Ending, Scene
from render.stage import Stage, stage
from render.theme import DAY_QUILT, THEMES, Theme
from tests.kit.drawing import position
from tests.kit.thoroughness import quick_or_thorough, sampled
from tests.render.animations import (
    COLUMNS,
    KEPT,
    Frame,
    after,
    frames_of,
    play_turns,
    random_match,
    stored_animation,
    stored_frames,
    stored_steps,
    unlike,
    unlike_beds,
)
from tests.render.golden import compare, in_row
from tests.render.scenes import position_with

ALIKE = 15.0
"""A square that was scaled down and up differs by less, a square with another piece by more."""

ROOT = Path(__file__).parents[2]
CROWDED = position_with("2K1k1/1kK2c/C1k2K/1K1C2/k2K1c/2k3 o", (1, 0))
WON = position_with("k4k/1C1K2/6/3C2/4k1/1kc3 o", (1, 1))


def looks_like(frame: Frame, scene: Scene) -> bool:
    return max(unlike(frame.picture, scene)) < ALIKE


def test_the_first_frame_is_the_start_and_the_last_one_the_end() -> None:
    steps = play_turns(CROWDED, "Cb3", "Ke6=b1")
    frames = frames_of(animation(CROWDED, steps).gif)
    assert looks_like(frames[0], Scene(CROWDED))
    assert looks_like(frames[-1], after(steps[-1]))
    assert not looks_like(frames[-1], after(steps[0]))
    assert (frames[0].milliseconds, frames[-1].milliseconds) == (FIRST, LAST)


@pytest.mark.night
@pytest.mark.long
def test_every_turn_ends_with_a_rest_on_the_bed_as_it_was_then() -> None:
    steps = random_match(Random(4), CLASSIC, 14)
    frames = frames_of(animation(Position(), steps).gif)
    rests = [frame.picture for frame in frames if REST <= frame.milliseconds < FIRST]
    assert len(rests) == len(steps)
    for step, rest in zip(steps, rests, strict=True):
        assert max(unlike_beds(rest, after(step))) < ALIKE


def test_a_motion_is_the_still_picture_then_the_bed_before_and_the_turn() -> None:
    [step] = play_turns(CROWDED, "Cb3")
    still = Scene(step.after, recent=step)
    frames = frames_of(draw_motion(Motion(still)))
    assert looks_like(frames[0], still)
    assert looks_like(frames[1], Scene(step.before))
    assert max(unlike_beds(frames[-1].picture, after(step))) < ALIKE
    assert [frame.milliseconds for frame in frames[:2]] == [OPENING, FIRST]
    assert len(frames) > 5


def test_a_turn_consists_of_the_pool_the_drop_the_landing_and_the_end() -> None:
    frames = frames_of(animation(Position(), play_turns(Position(), "Kc3")).gif)
    assert [frame.milliseconds for frame in frames] == [
        FIRST,
        PICTURE,
        PICTURE,
        PICTURE + REST,
        LAST,
    ]


def test_a_seam_piece_leaves_no_trace() -> None:
    match = next(
        match[: number + 1]
        for seed in range(99)
        for match in [random_match(Random(seed), SEAM, 60)]
        for number, step in enumerate(match)
        if _has_left_from_below(step)
    )
    first, *_, last = frames_of(animation(match[0].before, match).gif)[:-1]
    here = stage(480, DAY_QUILT)
    left, top, _, _ = here.square_box(EVERY_SQUARE[0])
    _, _, right, bottom = here.square_box(EVERY_SQUARE[-1])
    pools = here.pool_box(Seat.GRAY)
    # The upper rim of a cushion shows nothing of its pool. Orange's rim is lit in the first
    # picture.
    rim = (pools[0], pools[1], pools[2], pools[1] + 4)
    around = (0, 0, 480, top), (0, 0, left, pools[1]), (right, 0, 480, pools[1])
    for box in (*around, (0, bottom, 480, pools[1]), rim):
        assert first.picture.crop(box).tobytes() == last.picture.crop(box).tobytes()


def test_a_picture_of_a_pool_does_not_depend_on_the_seam_pieces() -> None:
    far, near = (
        Position(ruleset=SEAM, gray_seam=SeamPiece(entry_named(name))) for name in ("12+", "ef-")
    )
    # A stage caches its pictures of pools, so each picture is drawn by its own stage.
    pools = [Stage(480, DAY_QUILT, 40).pool(each, Seat.GRAY) for each in (far, near)]
    assert pools[0].tobytes() == pools[1].tobytes()


def _has_left_from_below(step: Step) -> bool:
    """Return whether both seam pieces are in hand, and one of them came from gray's cushion."""
    if step.after.orange_seam is not None or step.after.gray_seam is not None:
        return False
    seams = (step.before.seam_of(seat) for seat in Seat)
    return any(
        seam is not None
        and seam.entry.lies_between_columns
        and not seam.entry.is_ascending
        and seam.entry.gap > SIDE // 2
        for seam in seams
    )


def test_a_booped_piece_is_visible_between_its_squares() -> None:
    frames = frames_of(animation(Position(), play_turns(Position(), "Kc3", "Kd4")).gif)
    corner = [frame.picture.crop((168, 143, 188, 163)).tobytes() for frame in frames]
    assert corner[0] == corner[-1]
    assert len(set(corner)) > 1


def test_a_falling_piece_is_visible_beyond_the_edge_for_a_moment() -> None:
    start = position_with("6/6/k5/6/6/6 o", (0, 0))
    frames = frames_of(animation(start, play_turns(start, "Kb3")).gif)
    strips = [frame.picture.crop((0, 120, 50, 240)).tobytes() for frame in frames]
    assert strips[0] == strips[-1]
    assert len(set(strips)) > 1


@pytest.mark.night
@pytest.mark.long
def test_kittens_are_seen_as_cats_before_they_leave() -> None:
    start = position_with("6/6/1KK3/6/6/6 o", (0, 0))
    [step] = play_turns(start, "Kd3")
    frames = frames_of(animation(start, [step]).gif)
    grown = position("""
        ......
        ......
        .CCC..
        ......
        ......
        ......
    """)
    seen = [
        frame for frame in frames if max(unlike_beds(frame.picture, after(step, grown))) < ALIKE
    ]
    assert [frame.milliseconds >= 5 * PICTURE for frame in seen] == [True]


def test_a_won_animation_ends_with_the_line_lit_and_the_loser_asleep() -> None:
    [step] = play_turns(WON, "Cc3")
    assert step.win is not None
    *_, before, last = frames_of(animation(WON, [step]).gif)
    won = replace(after(step), win=step.win, ending=Ending.won_by(step.win.winner))
    assert looks_like(last, won)
    assert not looks_like(before, won)


def test_the_animation_of_a_match_that_ended_without_a_line_ends_with_the_loser_asleep() -> None:
    steps = play_turns(CROWDED, "Cb3")
    ending = Ending.won_by(Seat.GRAY)
    *_, last = frames_of(animation(CROWDED, steps, ending=ending).gif)
    assert looks_like(last, replace(after(steps[-1]), ending=ending))


def test_a_match_without_turns_is_one_picture() -> None:
    gif = animation(Position(), []).gif
    [frame] = frames_of(gif)
    assert looks_like(frame, Scene(Position()))
    assert frame.milliseconds == FIRST + LAST


@pytest.mark.parametrize("theme", sampled([*THEMES.values()], 1, 2), ids=lambda theme: theme.name)
def test_an_animation_is_in_its_theme(theme: Theme) -> None:
    steps = play_turns(CROWDED, "Cb3")
    frames = frames_of(animation(CROWDED, steps, theme=theme).gif)
    assert looks_like(frames[-1], after(steps[-1], theme=theme))


def test_an_animation_loops_forever_with_at_most_64_colours() -> None:
    with Image.open(BytesIO(animation(CROWDED, play_turns(CROWDED, "Cb3")).gif)) as image:
        assert image.info["loop"] == 0
        assert image.size == (480, 480)
        palette = image.getpalette()
    assert palette is not None
    assert len(palette) <= 64 * 3


@pytest.mark.long
@settings(deadline=None, max_examples=quick_or_thorough(3, 50))
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(1, 25))
def test_the_animation_of_any_match_ends_with_its_result(
    ruleset: Ruleset, seed: int, turns: int
) -> None:
    steps = random_match(Random(seed), ruleset, turns)
    start = Position.start(ruleset)
    made = animation(start, steps)
    frames = frames_of(made.gif)
    last = replace(after(steps[-1]), win=steps[-1].win)
    assert looks_like(frames[-1], last)
    assert animation(start, steps) == made
    assert animation_of_turns(start, [step.turn for step in steps]) == made


@pytest.mark.night
@pytest.mark.process
def test_equal_matches_give_equal_bytes_in_another_process() -> None:
    steps = random_match(Random(9), CLASSIC, 12)
    text = (
        "from hashlib import sha256\n"
        "from random import Random\n"
        "from bot.game import CLASSIC, Position\n"
        "from render.replay import animation\n"
        "from tests.render.animations import random_match\n"
        "gif = animation(Position(), random_match(Random(9), CLASSIC, 12)).gif\n"
        "print(sha256(gif).hexdigest())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == sha256(animation(Position(), steps).gif).hexdigest()


@pytest.mark.night
@pytest.mark.long
def test_an_animation_that_would_be_too_large_uses_a_smaller_format() -> None:
    steps = random_match(Random(2), CLASSIC, 8)
    sizes = [len(animation(Position(), steps, formats=[form]).gif) for form in FORMATS]
    assert sizes == sorted(sizes, reverse=True)
    for form, size in zip(FORMATS, sizes, strict=True):
        made = animation(Position(), steps, largest=size)
        assert (made.format, len(made.gif)) == (form, size)
        assert {frame.picture.size for frame in frames_of(made.gif)} == {(form.size, form.size)}
        assert looks_like(frames_of(made.gif)[-1], after(steps[-1]))
    with pytest.raises(AnimationTooLong, match=f"8 turns fits into {sizes[-1] - 1} bytes"):
        animation(Position(), steps, largest=sizes[-1] - 1)


def test_formats_get_smaller_and_the_first_is_the_largest() -> None:
    assert FORMATS[0] == Format(480)
    assert [form.size for form in FORMATS] == sorted((form.size for form in FORMATS), reverse=True)
    assert FORMATS[-1].pace is MotionPace.STILL
    assert LARGEST < 10 * 2**20


def test_the_longest_match_fits_in_full_size() -> None:
    steps = random_match(Random(2), CLASSIC, 40)
    assert len(animation(Position(), steps).gif) * 300 / 40 < LARGEST


def test_an_animation_of_still_pictures_has_at_most_one_per_turn() -> None:
    steps = random_match(Random(2), CLASSIC, 20)
    frames = frames_of(animation(Position(), steps, formats=[Format(120, MotionPace.STILL)]).gif)
    assert len(frames) <= len(steps) + 2


def test_the_progress_only_rises_and_ends_at_one() -> None:
    steps = random_match(Random(2), CLASSIC, 20)
    progress: list[float] = []
    animation(Position(), steps, progress.append)
    assert progress == [pytest.approx(number / 20) for number in range(1, 21)]

    progress.clear()
    half = len(animation(Position(), steps).gif) // 2
    animation(Position(), steps, progress.append, largest=half)
    assert progress == sorted(progress)
    assert progress[-1] == pytest.approx(1.0)


def test_steps_that_do_not_follow_one_another_are_refused() -> None:
    steps: list[Step] = play_turns(Position(), "Kc3", "Kd4")
    with pytest.raises(ValueError, match="turn 2 does not begin where the one before it has ended"):
        animation(Position(), [steps[0], steps[0]])
    with pytest.raises(ValueError, match="turn 1 "):
        animation(Position(), steps[1:])


def test_turns_are_played_from_the_start() -> None:
    turns, progress = [read_turn("Kc3"), read_turn("Kd4")], list[float]()
    made = animation_of_turns(Position(), turns, progress.append)
    assert made == animation(Position(), play_turns(Position(), "Kc3", "Kd4"))
    assert progress[-1] == pytest.approx(1.0)


def test_the_golden_animation_is_unchanged(tmp_path: Path) -> None:
    frames = list(stored_frames())
    with Image.open(KEPT) as image:
        sheet = image.convert("RGB")
    width, height = frames[0].size
    assert sheet.size == in_row(frames).size
    for index, actual in enumerate(frames):
        x, y = index % COLUMNS * width, index // COLUMNS * height
        comparison = compare(actual, sheet.crop((x, y, x + width, y + height)))
        if not comparison.alike:
            actual.save(tmp_path / "actual.png")
            comparison.difference.save(tmp_path / "difference.png")
        assert comparison.alike, (
            f"{comparison.part:.2%} of frame {index} differs; see {tmp_path}, "
            "and if this is intended, run python -m tests.render.golden"
        )


def test_the_golden_animation_ends_with_a_win() -> None:
    assert stored_steps()[-1].win is not None
    assert stored_animation()[-1].milliseconds == LAST
