"""GIFs of pictures made of inks; each frame holds only the changed pixels.

Pillow compresses the pixels, and this module writes the frames. Pillow itself compares whole frames
slowly, as Python objects; if it gets only the changes, it mistakes them for whole frames.
docs/decisions/gif-frame-assembly.md has the figures. Source: CompuServe, "Graphics Interchange
Format, Version 89a".
"""

import struct
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops

from render.palette import Rgb

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom are exclusive."""

LONGEST: Final = 655_350
"""The most milliseconds that the format allows for one frame."""

_SIGNATURE: Final = b"GIF89a"
_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER: Final = b";"
_KEPT_WITH_TRANSPARENCY: Final = 0b101
"""Disposal 1, "do not dispose", and the flag that one colour is transparent."""

_CHANGED: Final = bytes([0] + [255] * 255)


class GifWriter:
    """Writes a GIF that repeats for ever, frame by frame.

    Pictures are images of mode L; `table` has the index of the colour for each of the 256 pixel
    values. There can be 255 colours, because one index is the transparent one. Times are in
    milliseconds; the file stores hundredths of a second.
    """

    def __init__(
        self, first: Image.Image, colours: Sequence[Rgb], table: bytes, milliseconds: int
    ) -> None:
        self._table = table
        self._transparent = len(colours)
        self._bits = max(2, self._transparent.bit_length())
        self._shown = first.copy()
        self._blocks: list[bytes] = []
        self._times = [milliseconds]
        self._bytes = 0
        written = b"".join(bytes(colour) for colour in colours)
        self._head = b"".join(
            (
                _SIGNATURE,
                struct.pack("<HHBBB", *first.size, 0xF0 | (self._bits - 1), 0, 0),
                written.ljust(3 << self._bits, b"\0"),
                _FOR_EVER,
            )
        )
        self._keep(first.point(table), (0, 0))

    @property
    def bytes_so_far(self) -> int:
        """The length of the file so far, in bytes."""
        return len(self._head) + self._bytes + len(_TRAILER)

    def add(self, picture: Image.Image, box: Box, milliseconds: int) -> None:
        """Add a picture that differs from the one before only within the box.

        If it does not differ at all, show the one before for longer.
        """
        left, top, right, bottom = box
        box = (max(left, 0), max(top, 0), min(right, picture.width), min(bottom, picture.height))
        new = picture.crop(box)
        difference = ImageChops.difference(new, self._shown.crop(box))
        inner = difference.getbbox()
        if inner is None:
            self._times[-1] += milliseconds
            return
        self._shown.paste(new, box)
        new, difference = new.crop(inner), difference.crop(inner)
        patch = Image.new("L", new.size, self._transparent)
        patch.paste(new.point(self._table), mask=difference.point(_CHANGED))
        self._times.append(milliseconds)
        self._keep(patch, (box[0] + inner[0], box[1] + inner[1]))

    def finish(self) -> bytes:
        """Return the whole file."""
        parts = [self._head]
        for milliseconds, block in zip(self._times, self._blocks, strict=True):
            hundredths = min(milliseconds, LONGEST) // 10
            parts.append(
                struct.pack(
                    "<BBBBHBB",
                    0x21,
                    0xF9,
                    4,
                    _KEPT_WITH_TRANSPARENCY,
                    hundredths,
                    self._transparent,
                    0,
                )
            )
            parts.append(block)
        return b"".join((*parts, _TRAILER))

    def _keep(self, patch: Image.Image, corner: tuple[int, int]) -> None:
        """Compress a patch and store it as the next frame."""
        pixels = patch.tobytes("gif", "L", self._bits)
        place = struct.pack("<BHHHHB", 0x2C, *corner, *patch.size, 0)
        block = b"".join((place, bytes((self._bits,)), pixels, b"\0"))
        self._blocks.append(block)
        self._bytes += len(block) + 8
