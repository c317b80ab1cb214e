from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ImageDraw

from bot.game import RULESETS
from render.bed import draw, tag
from render.scene import Scene
from render.sprite import sprite
from render.theme import THEMES
from render.tiles import cushion, tile
from tests.kit.thoroughness import sampled
from tests.render.golden import DOCS, GALLERY, KEPT, compare, gallery, open_png, stored_picture
from tests.render.scenes import scenes, sheets

SCENES = dict(scenes())
SHOWN = gallery()


@pytest.mark.parametrize("name", sampled([*SCENES], *range(0, len(SCENES), 2)))
def test_every_picture_equals_its_golden_picture(name: str, tmp_path: Path) -> None:
    actual, expected = open_png(draw(SCENES[name])), stored_picture(name)
    comparison = compare(actual, expected)
    if not comparison.alike:
        actual.save(tmp_path / "actual.png")
        expected.save(tmp_path / "expected.png")
        comparison.difference.save(tmp_path / "difference.png")
    assert comparison.alike, (
        f"{comparison.part:.2%} of {name} differs, {comparison.most_in_block} pixels in one block; "
        f"see {tmp_path}, and if this is intended, run python -m tests.render.golden"
    )


def test_every_golden_sheet_has_its_scenes() -> None:
    assert {path.stem for path in KEPT.iterdir()} == set(sheets())
    assert len(SCENES) == sum(map(len, sheets().values()))


def test_every_ruleset_and_every_theme_has_golden_pictures() -> None:
    assert {scene.position.ruleset for scene in SCENES.values()} == set(RULESETS)
    assert {scene.theme for scene in SCENES.values()} == set(THEMES.values())


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_every_picture_in_the_docs_is_up_to_date(path: Path) -> None:
    assert compare(open_png(path.read_bytes()), open_png(SHOWN[path]())).alike, (
        "if this is intended, run python -m tests.render.golden"
    )


def test_every_picture_of_the_gallery_is_on_its_page_with_an_alt_text() -> None:
    page = (DOCS.parent / "gallery.md").read_text("utf-8")
    for path in SHOWN:
        if path.parent == GALLERY:
            assert f"](pictures/gallery/{path.name})" in page
    assert "![]" not in page
    assert {path.name for path in GALLERY.iterdir()} == {
        path.name for path in SHOWN if path.parent == GALLERY
    }


def test_the_comparison_detects_a_missing_piece() -> None:
    scene = SCENES["opening"]
    bare = Scene(SCENES["empty_bed"].position, scene.recent)
    assert not compare(open_png(draw(scene)), open_png(draw(bare))).alike


MUTATIONS = {
    "four_turns": ("render.turns", {"order_1": "order_2", "order_2": "order_1"}),
    "seam_laid": ("render.bed", {"small_6": "small_5"}),
    "seam_entries": ("render.bed", {"tag_short": "small_6"}),
    "choice": ("render.outlines", {"badge_a": "badge_b", "badge_b": "badge_a"}),
    "empty_bed": ("render.tiles", {"count_8": "count_6"}),
}
"""By scene: the module, and the drawings that are replaced by others in it."""


@pytest.fixture
def empty_caches() -> Iterator[None]:
    """Clear the caches of composed parts, before the test and after it."""
    composed = (tile, cushion, tag)
    for cached in composed:
        cached.cache_clear()
    yield
    for cached in composed:
        cached.cache_clear()


@pytest.mark.usefixtures("empty_caches")
@pytest.mark.parametrize("name", MUTATIONS)
def test_the_comparison_detects_a_wrong_digit_sign_or_letter(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, replaced = MUTATIONS[name]
    monkeypatch.setattr(f"{module}.sprite", lambda drawing: sprite(replaced.get(drawing, drawing)))
    assert not compare(open_png(draw(SCENES[name])), stored_picture(name)).alike


def test_the_comparison_detects_sixty_four_adjacent_pixels_anywhere() -> None:
    picture = open_png(draw(SCENES["opening"]))
    for x, y in ((0, 0), (30, 30), (704, 790), (350, 415)):
        other = picture.copy()
        ImageDraw.Draw(other).rectangle((x, y, x + 15, y + 3), fill="red")
        assert not compare(other, picture).alike


def test_the_comparison_tolerates_a_few_pixels_and_slight_shades() -> None:
    picture = open_png(draw(SCENES["opening"]))
    other = picture.point([min(level + 20, 255) for level in range(256)] * 3)
    ImageDraw.Draw(other).rectangle((0, 0, 5, 4), fill="red")
    assert compare(other, picture).alike


def test_the_comparison_refuses_another_size() -> None:
    picture = open_png(draw(SCENES["opening"]))
    assert not compare(picture.crop((0, 0, 720, 720)), picture).alike
