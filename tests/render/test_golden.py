from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from render.bed import draw
from render.scene import Scene
from tests.render.golden import KEPT, SHOWN, SHOWN_SCENE, compare, opened
from tests.render.scenes import scenes

SCENES = dict(scenes())


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_as_it_was_kept(name: str, tmp_path: Path) -> None:
    actual = opened(draw(SCENES[name]))
    with Image.open(KEPT / f"{name}.png") as image:
        expected = image.convert("RGB")
    comparison = compare(actual, expected)
    if not comparison.alike:
        actual.save(tmp_path / "actual.png")
        expected.save(tmp_path / "expected.png")
        comparison.difference.save(tmp_path / "difference.png")
    assert comparison.alike, (
        f"{comparison.part:.2%} of {name} differs; see {tmp_path}, and if it is meant, "
        "run python -m tests.render.golden"
    )


def test_every_kept_picture_has_its_scene() -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == set(SCENES)


def test_the_picture_in_the_readme_is_as_it_would_be_drawn_now() -> None:
    assert compare(opened(SHOWN.read_bytes()), opened(draw(SCENES[SHOWN_SCENE]))).alike


def test_the_comparison_sees_a_piece_that_is_missing() -> None:
    scene = SCENES["opening"]
    bare = Scene(SCENES["empty_bed"].position, scene.told)
    assert not compare(opened(draw(scene)), opened(draw(bare))).alike


def test_the_comparison_overlooks_a_few_pixels_and_slight_shades() -> None:
    picture = opened(draw(SCENES["opening"]))
    other = picture.point([min(level + 20, 255) for level in range(256)] * 3)
    ImageDraw.Draw(other).rectangle((0, 0, 9, 9), fill="red")
    assert compare(other, picture).alike


def test_the_comparison_refuses_another_size() -> None:
    picture = opened(draw(SCENES["opening"]))
    assert not compare(picture.crop((0, 0, 720, 720)), picture).alike
