"""Seam pieces in the picture."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.game import ENTRIES, Entry, Position, SeamPiece, Seat
from bot.game.ruleset import SEAM
from render.bed import draw
from render.layout import (
    CUSHION,
    CUSHION_SIZE,
    EDGE,
    HEIGHT,
    TILE,
    WIDTH,
    Point,
    middle_of,
    point_along,
)
from render.scene import Scene, Status
from render.turns import pushes_of
from tests.kit.thoroughness import sampled
from tests.render.golden import open_png
from tests.render.scenes import scene_of_turn, scenes

SCENES = dict(scenes())
START = Position.start(SEAM)


def with_seam(seat: Seat, seam: SeamPiece | None) -> Scene:
    """Return a bed with nothing but the seat's seam piece, or without it."""
    if seat is Seat.ORANGE:
        return Scene(Position(ruleset=SEAM, orange_seam=seam))
    return Scene(Position(ruleset=SEAM, gray_seam=seam))


def changed(one: Scene, other: Scene) -> Image.Image:
    """Return a picture that is white where two scenes differ."""
    difference = ImageChops.difference(open_png(draw(one)), open_png(draw(other)))
    return difference.convert("L").point([0] + [255] * 255)


@pytest.mark.parametrize("status", [Status.NOT_YET_PLAYED, Status.HINTED, Status.BETTER])
@pytest.mark.parametrize("entry", sampled(ENTRIES, 0, 7, 13, 18), ids=lambda entry: entry.name)
def test_no_seam_piece_covers_the_heading_of_a_preview(entry: Entry, status: Status) -> None:
    words = (0, 0, WIDTH, 42)
    bare = open_png(draw(scene_of_turn(START, "Kf6").with_status(status)))
    last = replace(START, orange_seam=SeamPiece(entry, 5))
    for scene in (scene_of_turn(START, f"Kf6~{entry.name}"), scene_of_turn(last, "Kf6")):
        seen = open_png(draw(scene.with_status(status)))
        assert ImageChops.difference(bare.crop(words), seen.crop(words)).getbbox() is None


def around(point: Point, reach: int = 16) -> tuple[int, int, int, int]:
    x, y = point
    return x - reach, y - reach, x + reach, y + reach


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_seam_piece_stands_between_its_two_squares(entry: Entry) -> None:
    for step in range(6):
        low, high = entry.squares_at(step)
        (x, y), (a, b) = middle_of(low), middle_of(high)
        assert point_along(entry, step) == ((x + a) // 2, (y + b) // 2)


@pytest.mark.long
@pytest.mark.parametrize("seat", sampled([*Seat], 1))
def test_a_seam_piece_and_its_remaining_path_are_visible(seat: Seat) -> None:
    for entry in ENTRIES[::3]:
        for advanced in range(6):
            shown = changed(with_seam(seat, SeamPiece(entry, advanced)), with_seam(seat, None))
            for step in range(-1, 6):
                is_marked = shown.crop(around(point_along(entry, step))).getbbox() is not None
                assert is_marked == (step >= advanced - 1), (entry.name, advanced, step)


@pytest.mark.night
@pytest.mark.long
def test_each_step_and_each_seat_gives_a_different_picture() -> None:
    pictures = {
        draw(with_seam(seat, SeamPiece(entry, advanced)))
        for seat in Seat
        for entry in ENTRIES
        for advanced in range(6)
    }
    assert len(pictures) == 2 * 20 * 6


def test_both_seam_pieces_are_seen_where_they_meet() -> None:
    up, down = ENTRIES[4], ENTRIES[5]
    alone = [with_seam(seat, SeamPiece(up, 3)) for seat in Seat]
    both = Scene(Position(ruleset=SEAM, orange_seam=SeamPiece(up, 3), gray_seam=SeamPiece(down, 4)))
    assert up.squares_at(2) == down.squares_at(3)
    assert len({draw(scene) for scene in (*alone, both)}) == 3


def test_a_cushion_shows_whether_the_seam_piece_is_in_hand() -> None:
    for seat in Seat:
        x, y = CUSHION[seat]
        box = (x, y, x + CUSHION_SIZE[0], y + CUSHION_SIZE[1])
        in_hand, away, classic = (
            open_png(draw(scene)).crop(box).tobytes()
            for scene in (
                with_seam(seat, None),
                with_seam(seat, SeamPiece(ENTRIES[0])),
                Scene(Position()),
            )
        )
        assert len({in_hand, away, classic}) == 3


@pytest.mark.parametrize("status", Status)
def test_every_entry_is_named_without_hiding_a_coordinate(status: Status) -> None:
    asking = Scene(START, entries=ENTRIES).with_status(status)
    shown = changed(asking, Scene(START).with_status(status))
    for entry in ENTRIES:
        x, y = point_along(entry, -1)
        if status is not Status.PLAYED and y < EDGE:
            y = EDGE + 10
        assert shown.crop(around((x, y))).getbbox() is not None, entry.name
    for index in range(6):
        along = EDGE + index * TILE + TILE // 2
        for x, y in ((along, 25), (along, HEIGHT - 112), (27, along), (WIDTH - 28, along)):
            assert shown.crop(around((x, y), 14)).getbbox() is None


def test_names_of_entries_are_distinct() -> None:
    pictures = [draw(Scene(START, entries=(entry,))) for entry in ENTRIES]
    assert len(set(pictures)) == len(ENTRIES)
    names = [
        open_png(draw(Scene(START, entries=(entry,)))).crop(around(point_along(entry, -1), 20))
        for entry in ENTRIES[:10:2]
    ]
    for one, other in pairwise(names):
        assert one.tobytes() != other.tobytes()


def test_a_piece_that_slides_passes_all_squares_on_its_way() -> None:
    last = SCENES["seam_pushes"].last
    assert last is not None
    boop, left, right = pushes_of(last.events)
    assert len(boop.passed) == 1
    assert (left.way, len(left.passed)) == ((-1, 0), 2)
    assert left.end is not None
    assert (right.way, len(right.passed), right.end) == ((1, 0), 3, None)


def test_a_seam_piece_that_leaves_is_seen_beyond_the_edge() -> None:
    scene = SCENES["seam_leaves"]
    shown = changed(scene, Scene(scene.position))
    left = SCENES["seam_leaves"].position
    assert left.gray_seam is None
    assert shown.crop((0, EDGE + 5 * TILE - 16, 40, EDGE + 5 * TILE + 16)).getbbox() is not None
