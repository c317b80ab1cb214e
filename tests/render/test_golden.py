from pathlib import Path

import pytest
from PIL import ImageDraw

from bot.game import RULESETS
from render.bed import draw
from render.scene import Scene
from render.theme import THEMES
from tests.render.golden import DOCS, GALLERY, KEPT, compare, gallery, kept, opened
from tests.render.scenes import scenes, sheets

SCENES = dict(scenes())
SHOWN = dict(gallery())


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_as_it_was_kept(name: str, tmp_path: Path) -> None:
    actual, expected = opened(draw(SCENES[name])), kept(name)
    comparison = compare(actual, expected)
    if not comparison.alike:
        actual.save(tmp_path / "actual.png")
        expected.save(tmp_path / "expected.png")
        comparison.difference.save(tmp_path / "difference.png")
    assert comparison.alike, (
        f"{comparison.part:.2%} of {name} differs; see {tmp_path}, and if it is meant, "
        "run python -m tests.render.golden"
    )


def test_every_kept_sheet_has_its_scenes() -> None:
    assert {path.stem for path in KEPT.iterdir()} == set(sheets())
    assert len(SCENES) == sum(map(len, sheets().values()))


def test_every_ruleset_and_every_theme_has_kept_pictures() -> None:
    assert {scene.position.ruleset for scene in SCENES.values()} == set(RULESETS)
    assert {scene.theme for scene in SCENES.values()} == set(THEMES.values())


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_a_picture_in_the_docs_is_as_it_would_be_drawn_now(path: Path) -> None:
    assert compare(opened(path.read_bytes()), opened(SHOWN[path])).alike, (
        "if it is meant, run python -m tests.render.golden"
    )


def test_every_picture_of_the_gallery_is_on_its_page_with_words() -> None:
    page = (DOCS.parent / "gallery.md").read_text("utf-8")
    for path in SHOWN:
        if path.parent == GALLERY:
            assert f"](pictures/gallery/{path.name})" in page
    assert "![]" not in page
    assert {path.name for path in GALLERY.iterdir()} == {
        path.name for path in SHOWN if path.parent == GALLERY
    }


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
