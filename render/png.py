"""Pictures as indexed PNG files, compressed by zlib-ng if it is installed."""

import io
import struct
import zlib
from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from render.palette import Palette, flat

Compress = Callable[[bytes, int], bytes]
"""Compresses bytes to a zlib stream, at a compression level."""

LARGE: Final = 39_000
"""A picture with more bytes than this is compressed again, at a higher level."""

PILLOW_LEVELS: Final = (4, 6, 8)
"""Pillow's levels, tried in order until a picture is no longer large.

Compared with level 4, level 5 makes a picture smaller by a sixteenth in 1.25 times the time, and
level 6 by an eighth in nearly twice the time. Level 8 takes seven times as long. It saves another
twentieth of the largest pictures: a bed full of cats with several turns shown.
"""

ZLIB_NG_LEVELS: Final = (5, 6, 9)
"""The levels of zlib-ng. Its 5 takes two thirds of the time of Pillow's 4 and saves an eighth."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_INDEXED: Final = struct.pack(">5B", 8, 3, 0, 0, 0)
"""Eight bits a pixel, a palette, and the only compression and filter methods; not interlaced."""


def as_png(picture: Image.Image, palette: Palette) -> bytes:
    """Return an image whose pixels are inks as the bytes of an indexed PNG.

    Equal images give equal bytes in one installation.
    """
    compress = zlib_ng_compress()
    if compress is None:
        picture.putpalette(flat(palette))
        return _small(lambda level: _by_pillow(picture, level), PILLOW_LEVELS)
    rows = _filtered_rows(picture)
    head = struct.pack(">2L", *picture.size) + _INDEXED
    before = _SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"PLTE", bytes(flat(palette)))
    packed = _small(lambda level: compress(rows, level), ZLIB_NG_LEVELS)
    return before + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


@cache
def zlib_ng_compress() -> Compress | None:
    """Return the compression function of zlib-ng; None if it isn't installed."""
    try:
        from zlib_ng.zlib_ng import compress
    except ImportError:
        return None
    return compress


def _small(pack: Callable[[int], bytes], levels: tuple[int, ...]) -> bytes:
    """Return the result of the first level that is not large, or else that of the last level."""
    packed = b""
    for level in levels:
        packed = pack(level)
        if len(packed) <= LARGE:
            break
    return packed


def _by_pillow(picture: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def _filtered_rows(picture: Image.Image) -> bytes:
    """Return the rows of pixels, each after its filter type: 0, none, because inks are few."""
    return picture.crop((-1, 0, *picture.size)).tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">L", len(content)) + checked + struct.pack(">L", zlib.crc32(checked))
