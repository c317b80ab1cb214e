"""Indexed PNG files, as each of the two libraries compresses them."""

import io
import sys
from collections.abc import Iterator
from random import Random

import pytest
from PIL import Image

from render.layout import HEIGHT, WIDTH
from render.palette import flat
from render.png import LARGE, as_png, zlib_ng_compress
from render.theme import DAY_QUILT

PALETTE = DAY_QUILT.palette


@pytest.fixture(params=["Pillow", "zlib-ng"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compress with this library."""
    if request.param == "Pillow":
        monkeypatch.setitem(sys.modules, "zlib_ng.zlib_ng", None)
    else:
        pytest.importorskip("zlib_ng", reason="zlib-ng is in the extra fast")
    zlib_ng_compress.cache_clear()
    yield
    zlib_ng_compress.cache_clear()


def speckled(inks: int) -> Image.Image:
    """Return a picture of random inks in blocks, which with many inks hardly compresses."""
    chance, small = Random(5), Image.new("L", (WIDTH // 4, HEIGHT // 4))
    small.putdata([chance.randrange(inks) for _ in range(small.width * small.height)])
    return small.resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)


@pytest.mark.usefixtures("library")
def test_pixels_and_palette_are_kept() -> None:
    picture = speckled(3)
    png = as_png(picture.copy(), PALETTE)
    with Image.open(io.BytesIO(png)) as checked:
        checked.verify()
    with Image.open(io.BytesIO(png)) as read:
        assert (read.mode, read.size) == ("P", picture.size)
        assert read.tobytes() == picture.tobytes()
        assert (read.getpalette() or [])[: len(flat(PALETTE))] == flat(PALETTE)


@pytest.mark.usefixtures("library")
def test_equal_pictures_give_equal_bytes() -> None:
    assert as_png(speckled(3), PALETTE) == as_png(speckled(3), PALETTE)


@pytest.mark.usefixtures("library")
def test_an_incompressible_picture_is_written_correctly() -> None:
    picture = speckled(60)
    png = as_png(picture.copy(), PALETTE)
    assert len(png) > LARGE
    with Image.open(io.BytesIO(png)) as read:
        assert read.tobytes() == picture.tobytes()
