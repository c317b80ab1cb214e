"""GIFs of pictures made of inks; each frame holds only what has changed.

Pillow compresses the pixels; the frames around them are written here. If Pillow is given whole
frames, it compares them slowly, as Python objects; if it is given only the changes, it takes them
for whole frames. docs/decisions/gif-frame-assembly.md has the figures. Source: CompuServe,
"Graphics Interchange Format, Version 89a".
"""

import struct
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops

from render.palette import Rgb

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, the latter two just outside."""

LONGEST: Final = 655_350
"""Milliseconds that one frame can stay."""

_SIGNATURE: Final = b"GIF89a"
_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER: Final = b";"
_KEPT_WITH_TRANSPARENCY: Final = 0b101
"""Disposal 1, "do not dispose", and the flag that one colour is transparent."""

_CHANGED: Final = bytes([0] + [255] * 255)


class GifWriter:
    """Writes a GIF that plays for ever, frame after frame.

    Pictures are images of mode L; `table` gives for each of the 256 values of a pixel the index of
    its colour. There are at most 255 colours: one more index is the transparent one. Times are in
    milliseconds, written in hundredths of a second.
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
        """How long the file is so far, in bytes."""
        return len(self._head) + self._bytes + len(_TRAILER)

    def add(self, picture: Image.Image, box: Box, milliseconds: int) -> None:
        """Show a picture next, which differs from the one before only within the box.

        A picture that does not differ keeps the one before it shown for longer.
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
        """Compress a patch as the next frame's."""
        pixels = patch.tobytes("gif", "L", self._bits)
        place = struct.pack("<BHHHHB", 0x2C, *corner, *patch.size, 0)
        block = b"".join((place, bytes((self._bits,)), pixels, b"\0"))
        self._blocks.append(block)
        self._bytes += len(block) + 8
