"""Options in the picture: each has a colour, a pattern and a letter of its own."""

from itertools import combinations

import pytest

from bot.game import Position, Square, square_named
from render.bed import draw
from render.layout import runs_of
from render.outlines import PATCHES, patches_of
from render.palette import OPTIONS, Ink
from render.scene import MOST_OPTIONS, Scene
from render.sprite import PERIOD, STITCHES, Stitch, sprite, stitched_sprite
from tests.render.golden import open_png
from tests.render.scenes import scenes

MOST = dict(scenes())["choice_of_most"]


def squares_named(*names: str) -> tuple[Square, ...]:
    return tuple(map(square_named, names))


def test_no_two_stitches_are_alike_wherever_a_pattern_begins() -> None:
    for one, other in combinations(STITCHES, 2):
        for shift in range(PERIOD):
            shifted = [other.covers((along + shift) % PERIOD) for along in range(PERIOD)]
            unlike = sum(one.covers(along) != shifted[along] for along in range(PERIOD))
            assert unlike >= 8, (one, other, shift)


def test_every_stitch_has_thread_and_all_but_the_solid_one_have_gaps() -> None:
    for stitch in Stitch:
        thread = sum(stitch.covers(along) for along in range(PERIOD))
        assert 20 <= thread <= PERIOD
        assert (thread == PERIOD) == (stitch is Stitch.SOLID)


def test_a_stitched_outline_has_only_its_ink_and_the_halo() -> None:
    for stitch in Stitch:
        sewn = stitched_sprite("outline_row_3_1", 1, stitch, Ink.OPTION_C)
        inks = {ink for ink, count in enumerate(sewn.inks.histogram(sewn.mask)) if count}
        assert inks == {Ink.OPTION_C, Ink.HALO}


def test_no_two_patches_are_alike_without_their_colour() -> None:
    masks = [sprite(f"patch_{number}").mask for number in range(1, PATCHES + 1)]
    for one, other in combinations(masks, 2):
        width, height = min(one.width, other.width), min(one.height, other.height)
        pixels = zip(
            one.crop((0, 0, width, height)).tobytes(),
            other.crop((0, 0, width, height)).tobytes(),
            strict=True,
        )
        assert sum(a != b for a, b in pixels) > 0.1 * width * height


def test_fourteen_options_differ_without_colour() -> None:
    """Each line has its own stitch, and each single square has its own patch."""
    lines = [squares for squares in MOST.options if runs_of(squares)]
    singles = [squares for squares in MOST.options if not runs_of(squares)]
    assert len(lines) + len(singles) == MOST_OPTIONS
    assert len(lines) <= len(STITCHES)
    assert len(singles) <= PATCHES
    spots = patches_of(MOST.options)
    assert len({spot.name for spot in spots.values()}) == len(singles)
    assert [spot.ink for spot in spots.values()] == list(OPTIONS[len(lines) : MOST_OPTIONS])


def test_a_single_square_is_marked_differently_from_a_line() -> None:
    line, single = squares_named("c3", "c4", "c5"), squares_named("c4")
    pictures = [open_png(draw(Scene(Position(), options=(each,)))) for each in (line, single)]
    assert pictures[0].tobytes() != pictures[1].tobytes()
    assert patches_of((line,)) == {}
    assert set(patches_of((line, single))) == set(single)


@pytest.mark.parametrize(
    ("squares", "runs"),
    [
        (("a3", "b3", "c3", "d3", "e3"), [5]),
        (("c1", "c2", "a3", "b3", "c3"), [3, 3]),
        (("c1", "b2", "a3"), [3]),
        (("a1", "b2", "c3", "d4", "e5", "f6"), [6]),
        (("a1", "b1", "d1", "e1"), []),
        (("f1", "a2", "b2"), []),
        (("a1",), []),
    ],
)
def test_runs_are_found_whole_and_never_wrap_around_the_edge(
    squares: tuple[str, ...], runs: list[int]
) -> None:
    assert [len(run.squares) for run in runs_of(squares_named(*squares))] == runs


def test_an_option_longer_than_a_line_is_outlined_over_all_its_squares() -> None:
    run = squares_named("a1", "b2", "c3", "d4", "e5", "f6")
    bare, outlined = (
        open_png(draw(Scene(Position(), options=options))) for options in ((), (run,))
    )
    for square in run:
        x, y = 48 + square % 6 * 104, 48 + square // 6 * 104
        box = (x, y, x + 104, y + 104)
        assert bare.crop(box).tobytes() != outlined.crop(box).tobytes()
