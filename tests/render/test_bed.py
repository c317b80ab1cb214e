"""What a picture must show, independent of its look."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from math import hypot
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.game import (
    RULESETS,
    Bed,
    Booped,
    Event,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Pool,
    Position,
    Recalled,
    Ruleset,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Slid,
    Square,
    Stayed,
    Step,
    Won,
    land,
    legal_turns,
    play,
    read_turn,
    square_named,
)
from bot.game.squares import Mask
from render.bed import draw
from render.layout import CUSHION, CUSHION_SIZE, EDGE, HEIGHT, TILE, WIDTH, corner_of
from render.outlines import letter_places
from render.palette import DAY, OPTIONS
from render.scene import MOST_OPTIONS, Scene, Status, letter_of
from render.sprite import Fading, Sprite, faded_sprite, sprite
from render.theme import THEMES, Theme
from render.tiles import piece_name
from render.turns import pushes_of
from tests.kit.positions import crowded_positions
from tests.kit.thoroughness import quick_or_thorough
from tests.render.golden import compare, open_png
from tests.render.scenes import after, scenes

SCENES = dict(scenes())
PIECES = [Piece(seat, kind) for seat in Seat for kind in Kind]
SIZE_LIMIT = 40 * 1024
"""Bytes."""

LETTERS_APART = 35
"""Letters have round badges, 35 wide, and 40 with their white rim."""


def test_a_picture_is_an_indexed_png_of_at_most_64_colours() -> None:
    with Image.open(BytesIO(draw(SCENES["crowded"]))) as picture:
        assert (picture.format, picture.mode) == ("PNG", "P")
        assert picture.size == (WIDTH, HEIGHT)
        palette = picture.getpalette()
    assert palette is not None
    assert len(palette) <= 64 * 3


@pytest.mark.parametrize("name", quick_or_thorough([*SCENES][::8], [*SCENES]))
def test_equal_scenes_give_equal_bytes(name: str) -> None:
    again = dict(scenes())[name]
    assert again == SCENES[name]
    assert hash(again) == hash(SCENES[name])
    assert draw(again) == draw(SCENES[name])


@pytest.mark.night
@pytest.mark.long
def test_every_scene_looks_different() -> None:
    assert len({draw(scene) for scene in SCENES.values()}) == len(SCENES)


@pytest.mark.long
def test_every_square_shows_every_piece() -> None:
    empty = open_png(draw(Scene(Position())))
    for square in map(Square, range(36)):
        seen = {_square(empty, square).tobytes()}
        for piece in PIECES:
            picture = open_png(draw(Scene(_with(piece, square))))
            seen.add(_square(picture, square).tobytes())
        assert len(seen) == 5, square


def test_the_placed_piece_is_marked() -> None:
    step = play(Position(), read_turn("Kd4"))
    assert _changed_squares(Scene(step.after, step)) == {step.turn.placement.square}


@pytest.mark.parametrize("name", quick_or_thorough([*SCENES][1::6], [*SCENES]))
def test_every_event_is_visible_on_its_square(name: str) -> None:
    changed = _changed_squares(SCENES[name])
    for event in _events(SCENES[name]):
        match event:
            case Placed(_, square) | Recalled(_, square):
                assert square in changed
            case Booped(_, start, _) | FellOff(_, start):
                assert start in changed
            case Graduated(pieces):
                assert {square for square, _ in pieces} <= changed
            case Slid(_, start, _):
                assert start in changed
            case SeamAdvanced(_, piece):
                before = SeamPiece(piece.entry, piece.advanced - 1)
                assert not before.squares or changed.intersection(before.squares)
            case Won() | Stayed() | SeamLaid() | SeamLeft():
                pass


def test_a_piece_that_fell_is_visible_beyond_the_edge() -> None:
    scene = SCENES["boops_and_falls"]
    picture, bare = open_png(draw(scene)), open_png(draw(Scene(scene.position)))
    head = (0, 0, WIDTH, 40)
    assert ImageChops.difference(picture.crop(head), bare.crop(head)).getbbox() is not None


@pytest.mark.parametrize("name", ["boops_and_falls", "falls_below"])
def test_a_piece_that_fell_hides_no_label_of_the_frame(name: str) -> None:
    scene = SCENES[name]
    picture, bare = open_png(draw(scene)), open_png(draw(Scene(scene.position)))
    for along in range(EDGE + TILE // 2, EDGE + 6 * TILE, TILE):
        for x, y in ((along, 24), (along, 694), (24, along), (696, along)):
            label = (x - 10, y - 12, x + 10, y + 12)
            assert compare(picture.crop(label), bare.crop(label)).alike, (x, y)


def test_a_piece_that_would_fall_hides_no_letter_of_the_heading() -> None:
    scene = after("3k2/6/6/6/6/6 o", "Kd2").with_status(Status.NOT_YET_PLAYED)
    opening = SCENES["opening"].with_status(Status.NOT_YET_PLAYED)
    heading = (230, 8, 490, 36)
    assert compare(*(open_png(draw(each)).crop(heading) for each in (scene, opening))).alike


def test_an_arrow_hides_no_sleeping_piece() -> None:
    """In this scene an arrow crosses the sleep letters of the kitten on b1."""
    scene = SCENES["drawn"]
    left, top = corner_of(square_named("b1"))
    box = left, top, left + TILE, top + TILE
    picture, bare = (
        open_png(draw(each)).convert("RGB").crop(box)
        for each in (scene, replace(scene, recent=None))
    )
    solid = _silhouette(sprite("gray_kitten_asleep")).point(lambda ink: 255 * (ink == 255))
    difference = ImageChops.difference(picture, bare)
    assert difference.getbbox() is not None, "the arrow is there"
    difference.paste(0, (0, 0), ImageChops.invert(solid))
    assert difference.getbbox() is None


def test_a_fall_without_a_cause_is_refused() -> None:
    fall = FellOff(PIECES[0], Square(0))
    with pytest.raises(ValueError, match="nothing pushed a piece"):
        list(pushes_of((fall,)))


def test_every_cat_that_won_is_lit() -> None:
    for name in ("win_by_line", "win_by_full_bed"):
        scene = SCENES[name]
        assert scene.win is not None
        unlit = Scene(scene.position, scene.recent)
        differing = _differing_squares(open_png(draw(scene)), open_png(draw(unlit)))
        assert set(scene.win.squares) <= differing


def test_the_scenes_show_every_kind_of_event() -> None:
    shown = {type(event) for scene in SCENES.values() for event in _events(scene)}
    assert shown == set(get_args(Event))


def test_fourteen_options_have_letters_and_colours_of_their_own() -> None:
    scene = SCENES["choice_of_most"]
    assert len(scene.options) == MOST_OPTIONS
    assert "".join(map(letter_of, range(MOST_OPTIONS))) == "ABCDEFGHIJKLMN"
    with Image.open(BytesIO(draw(scene))) as picture:
        seen = {ink for ink, count in enumerate(picture.histogram()) if count > 200}
    assert set(OPTIONS) <= seen
    assert len({DAY.inks[ink] for ink in OPTIONS}) == MOST_OPTIONS


def test_each_option_changes_the_picture_on_its_squares() -> None:
    scene = SCENES["choice_of_most"]
    for count, options in enumerate(pairwise(_growing(scene))):
        fewer, more = (open_png(draw(Scene(scene.position, None, shown))) for shown in options)
        assert set(scene.options[count]) <= _differing_squares(fewer, more)


@pytest.mark.long
@settings(deadline=None, max_examples=3)
@given(st.integers(0, 2**32))
def test_no_letter_covers_another(seed: int) -> None:
    for position in crowded_positions(seed, quick_or_thorough(3, 20)):
        for turn in legal_turns(position):
            options = land(position, turn.placement).options
            for (x, y), (a, b) in combinations(letter_places(options), 2):
                assert hypot(x - a, y - b) >= LETTERS_APART, options


@pytest.mark.parametrize("index", [-1, MOST_OPTIONS])
def test_an_index_without_an_option_has_no_letter(index: int) -> None:
    with pytest.raises(ValueError, match=f"no option has the index {index};"):
        letter_of(index)


def test_a_scene_of_fifteen_options_is_refused() -> None:
    with pytest.raises(ValueError, match="15 options, and at most 14 letters"):
        Scene(Position(), None, ((Square(0),),) * 15)


def test_every_count_of_a_pool_looks_different() -> None:
    for kind in Kind:
        cushions = set()
        for count in range(9):
            pool = Pool(0, 0).with_more(kind, count)
            picture = open_png(draw(Scene(Position(orange_pool=pool))))
            cushions.add(_cushion(picture, Seat.ORANGE).tobytes())
        assert len(cushions) == 9


def test_the_cushion_of_the_seat_to_move_is_lit() -> None:
    orange = open_png(draw(Scene(Position())))
    gray = open_png(draw(Scene(Position(to_move=Seat.GRAY))))
    for seat in Seat:
        assert _cushion(orange, seat).tobytes() != _cushion(gray, seat).tobytes()


@pytest.mark.parametrize("status", [Status.NOT_YET_PLAYED, Status.HINTED, Status.BETTER])
@pytest.mark.parametrize("name", ["opening", "crowded", "choice", "graduation", "win_by_line"])
def test_a_preview_has_a_different_frame_from_a_played_turn(name: str, status: Status) -> None:
    played = open_png(draw(SCENES[name]))
    preview = open_png(draw(SCENES[name].with_status(status)))
    difference = ImageChops.difference(played, preview)
    sides = [(0, 0, WIDTH, 42), (0, 0, 42, 706), (678, 0, 720, 706), (0, 678, WIDTH, 706)]
    for side in sides:
        changed = difference.crop(side).convert("L").point([0] * 48 + [255] * 208)
        assert changed.histogram()[255] > 0.4 * changed.width * changed.height, side


def test_a_hint_cannot_be_mistaken_for_a_draft() -> None:
    hint, preview = (
        open_png(draw(SCENES["opening"].with_status(status)))
        for status in (Status.HINTED, Status.NOT_YET_PLAYED)
    )
    placed = SCENES["opening"].last
    assert isinstance(placed, Step)
    assert _differing_squares(hint, preview) == {placed.turn.placement.square}
    blue = ImageChops.difference(hint, preview).crop((0, 0, WIDTH, 42)).getchannel("B")
    changed = blue.point([0] * 48 + [255] * 208)
    assert changed.histogram()[255] > 0.4 * blue.width * blue.height


def test_a_preview_differs_from_a_played_turn_only_on_its_square() -> None:
    played, preview = SCENES["opening"], SCENES["opening"].with_status(Status.NOT_YET_PLAYED)
    assert isinstance(played.last, Step)
    square = played.last.turn.placement.square
    one, other = (open_png(draw(scene)) for scene in (played, preview))
    assert _differing_squares(one, other) == {square}


def test_only_the_chosen_piece_is_added_to_the_picture() -> None:
    chosen = SCENES["chosen"]
    assert chosen.chosen is not None
    one, other = (open_png(draw(scene)) for scene in (chosen, replace(chosen, chosen=None)))
    assert _differing_squares(one, other) == {chosen.chosen.square}


def test_the_two_seats_differ_in_shape_and_not_only_in_colour() -> None:
    for kind in Kind:
        orange, gray = (_silhouette(sprite(piece_name(Piece(seat, kind)))) for seat in Seat)
        assert _unlike(orange, gray) > 0.15


@pytest.mark.parametrize("where", ["", "_pool"])
def test_a_cat_is_much_larger_than_a_kitten(where: str) -> None:
    for seat in Seat:
        kitten, cat = (
            _silhouette(sprite(f"{piece_name(Piece(seat, kind))}{where}")) for kind in Kind
        )
        assert _area(cat) > 1.5 * _area(kitten)


def test_a_sleeping_piece_has_a_different_silhouette() -> None:
    for piece in PIECES:
        name = piece_name(piece)
        awake, asleep = (_silhouette(sprite(each)) for each in (name, f"{name}_asleep"))
        assert _unlike(awake, asleep) > 0.2, name


def test_a_ghost_is_paler_than_a_planned_piece_which_is_paler_than_a_piece() -> None:
    for piece in PIECES:
        name = piece_name(piece)
        planned = _lightness(faded_sprite(name, 0, Fading.PLANNED, DAY))
        assert _lightness(faded_sprite(name, 0, Fading.GHOST, DAY)) > 1.08 * planned
        assert planned > 1.08 * _lightness(sprite(name))


@pytest.mark.long
@settings(deadline=None, max_examples=quick_or_thorough(15, 100))
@given(
    st.integers(0, 2**32),
    st.integers(1, 60),
    st.sampled_from(RULESETS),
    st.sampled_from(Status),
    st.sampled_from([*THEMES.values()]),
)
def test_the_picture_of_any_turn_is_small_enough(
    seed: int, turns: int, ruleset: Ruleset, status: Status, theme: Theme
) -> None:
    scene = _last_of_match(Random(seed), turns, ruleset).with_status(status)
    assert len(draw(replace(scene, theme=theme))) <= SIZE_LIMIT


def _last_of_match(chance: Random, turns: int, ruleset: Ruleset) -> Scene:
    """Play a random match with many cats, and return its last turns or a choice in it."""
    position = Position.start(ruleset)
    scene, steps = Scene(position), list[Step]()
    for _ in range(turns):
        every = list(legal_turns(position))
        cats = [turn for turn in every if turn.placement.kind is Kind.CAT]
        turn = chance.choice(cats or every)
        landing = land(position, turn.placement, turn.recall)
        step = play(position, turn)
        steps = [*steps[-2:], step]
        scene = Scene(step.after, tuple(steps), win=step.win)
        if landing.needs_choice and chance.random() < 0.5:
            scene = Scene(landing.position, landing, landing.options)
        if step.win is not None:
            break
        position = step.after
    return scene


def _events(scene: Scene) -> list[Event]:
    return [event for turn in scene.turns for event in turn.events]


def _changed_squares(scene: Scene) -> set[Square]:
    """Return the squares that look different because a turn is shown."""
    return _differing_squares(open_png(draw(scene)), open_png(draw(Scene(scene.position))))


def _differing_squares(one: Image.Image, other: Image.Image) -> set[Square]:
    difference = ImageChops.difference(one, other)
    return {
        square
        for square in map(Square, range(36))
        if _square(difference, square).getbbox() is not None
    }


def _square(picture: Image.Image, square: Square) -> Image.Image:
    x, y = corner_of(square)
    return picture.crop((x, y, x + TILE, y + TILE))


def _cushion(picture: Image.Image, seat: Seat) -> Image.Image:
    x, y = CUSHION[seat]
    return picture.crop((x, y, x + CUSHION_SIZE[0], y + CUSHION_SIZE[1]))


def _with(piece: Piece, square: Square) -> Position:
    name = f"{piece.seat.name}_{piece.kind.name}s".lower()
    return Position(Bed(**{name: Mask(1 << square)}))


def _growing(scene: Scene) -> list[tuple[tuple[Square, ...], ...]]:
    return [scene.options[:count] for count in range(len(scene.options) + 1)]


def _silhouette(drawn: Sprite) -> Image.Image:
    """Return the mask of a sprite on its square, without its colours."""
    mask = Image.new("L", drawn.size)
    mask.paste(drawn.mask, drawn.at)
    return mask


def _area(mask: Image.Image) -> int:
    return mask.histogram()[255]


def _unlike(one: Image.Image, other: Image.Image) -> float:
    """Return the share of two silhouettes' union that belongs to only one of them."""
    return _area(ImageChops.difference(one, other)) / _area(ImageChops.lighter(one, other))


def _lightness(drawn: Sprite) -> float:
    counts = drawn.inks.histogram(drawn.mask)
    total = sum(sum(DAY.colours[ink]) * count for ink, count in enumerate(counts) if count)
    return total / sum(counts)
