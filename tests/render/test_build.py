import importlib
import io
import re
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from render.assets import build
from render.assets.build import outlines
from render.drawings import BOLD, PIECES, bolder
from render.palette import COVERAGES, DAY, MIXTURES, Ink, mix
from tests.kit.thoroughness import IS_THOROUGH, sampled

SOURCE = '<svg viewBox="0 0 4 4"><path fill="#{:02x}{:02x}{:02x}"/></svg>'.format(
    *DAY.inks[Ink.ORANGE]
)


INKS = tuple(Ink)


def rgba(ink: Ink, alpha: int = 255) -> tuple[int, int, int, int]:
    return (*DAY.inks[ink], alpha)


def fake_resvg(**asked: object) -> SimpleNamespace:
    """Return a tool that draws four orange pixels for every input."""

    def svg_to_bytes(**arguments: object) -> bytes:
        width = arguments["width"] or 4
        assert isinstance(width, int)
        out = io.BytesIO()
        Image.new("RGBA", (width, width), rgba(Ink.ORANGE)).save(out, "PNG")
        return out.getvalue()

    return SimpleNamespace(svg_to_bytes=svg_to_bytes, **asked)


@pytest.mark.night
@pytest.mark.skipif(find_spec("resvg_py") is None, reason="pip install resvg-py to build sprites")
def test_the_stored_sprites_are_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "SPRITES", tmp_path)
    kept = Path(build.HERE) / "sprites"
    expected_names = {path.name for path in kept.iterdir()}
    if not IS_THOROUGH:
        # Outlines take longest, and some are built by a test of their own.
        monkeypatch.setattr(build, "outlines", lambda: iter(()))
        expected_names = {name for name in expected_names if not name.startswith("outline_")}
    build.main()
    assert {path.name for path in tmp_path.iterdir()} == expected_names
    for path in tmp_path.iterdir():
        with Image.open(path) as built, Image.open(kept / path.name) as expected:
            assert built.tobytes() == expected.tobytes(), path.name


@pytest.mark.long
def test_every_source_and_every_view_of_a_piece_becomes_a_sprite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "svg"
    sources.mkdir()
    names = {piece + state for piece in PIECES for state in build.STATES}
    for name in (*names, "badge_a"):
        (sources / f"{name}.svg").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(build, "SOURCES", sources)
    monkeypatch.setattr(build, "SPRITES", tmp_path / "sprites")
    monkeypatch.setattr(build, "outlines", lambda: iter(()))
    monkeypatch.setattr(importlib, "import_module", lambda _: fake_resvg())
    build.main()
    views = ("", "_pool", "_asleep", "_asleep_pool", "_falls_north", "_falls_northeast")
    built = {path.stem for path in (tmp_path / "sprites").iterdir()}
    expected = {
        weight + piece + view for weight in ("", BOLD) for piece in PIECES for view in views
    }
    assert built == expected | {"badge_a", "square_badge_a"}


def test_a_bold_drawing_differs_only_in_the_widths_of_its_strokes() -> None:
    for piece in PIECES:
        source = (build.SOURCES / f"{piece}.svg").read_text(encoding="utf-8")
        bold = bolder(source)
        assert bold != source
        assert re.sub(r'stroke-width="[^"]+"', "", bold) == re.sub(
            r'stroke-width="[^"]+"', "", source
        )


@pytest.mark.long
@pytest.mark.parametrize(
    "name", sampled(["outline_row_3_1", "outline_diagonal_3_2", "outline_row_6_1"], 1)
)
def test_the_stored_outlines_are_up_to_date(name: str) -> None:
    built = next(image for each, image in outlines() if each == name)
    with Image.open(Path(build.HERE) / "sprites" / f"{name}.png") as kept:
        assert built.tobytes() == kept.tobytes()


def test_a_thread_goes_all_around_an_outline_within_a_halo() -> None:
    built = next(image for each, image in outlines() if each == "outline_row_3_1")
    inks, coverages = built.split()
    for x in range(60, 250):
        column = [inks.getpixel((x, y)) for y in range(52) if coverages.getpixel((x, y))]
        assert [value == Ink.HALO for value in column] == [True] * 2 + [False] * 6 + [True] * 2


def test_the_sources_use_only_inks_as_colours() -> None:
    known = {"#{:02x}{:02x}{:02x}".format(*colour) for colour in DAY.inks}
    for source in build.SOURCES.glob("*.svg"):
        text = source.read_text(encoding="utf-8")
        named = {part[:7] for part in text.split('"') if part.startswith("#") and len(part) == 7}
        assert named - {"#cream"} <= known, source.name


def test_an_edge_between_two_inks_takes_one_of_them_or_their_mixture() -> None:
    image = Image.new("RGBA", (9, 1), rgba(Ink.HALO))
    for x in range(5, 9):
        image.putpixel((x, 0), rgba(Ink.BOOP))
    image.putpixel((4, 0), (*mix(DAY.inks[Ink.BOOP], DAY.inks[Ink.HALO], 0.5), 255))
    inks = build.inked(image, INKS, coarse=False).getchannel("L")
    mixture = next(
        index for index, (one, two, _) in enumerate(MIXTURES) if {one, two} == {Ink.BOOP, Ink.HALO}
    )
    assert inks.getpixel((4, 0)) == len(Ink) + mixture
    assert {inks.getpixel((x, 0)) for x in (0, 8)} == {Ink.HALO, Ink.BOOP}


@pytest.mark.parametrize(
    ("coarse", "quarters"), [(False, [0, 1, 2, 3, 4]), (True, [0, 0, 2, 4, 4])]
)
def test_coverages_are_rounded_to_quarters_or_coarsely_to_halves(
    *, coarse: bool, quarters: list[int]
) -> None:
    image = Image.new("RGBA", (5, 1))
    for x, alpha in enumerate((10, 60, 128, 200, 250)):
        image.putpixel((x, 0), rgba(Ink.TEAL, alpha))
    coverages = build.inked(image, INKS, coarse=coarse).getchannel("A")
    seen = [coverages.getpixel((x, 0)) for x in range(5)]
    assert seen == [part * 255 // COVERAGES for part in quarters]


def test_only_rgba_pictures_can_be_inked() -> None:
    with pytest.raises(AssertionError, match="not an RGBA pixel"):
        build.inked(Image.new("L", (1, 1)), INKS, coarse=False)


def test_shadows_are_left_out_and_shapes_are_not() -> None:
    image = Image.new("RGBA", (2, 1), rgba(Ink.OUTLINE, 64))
    image.putpixel((1, 0), rgba(Ink.OUTLINE, 200))
    alpha = build.without_shadow(image).getchannel("A")
    assert [alpha.getpixel((x, 0)) for x in range(2)] == [0, 200]
