"""Frames read back as they were added, even if only parts of them were written."""

from random import Random

import pytest
from PIL import Image

from render.gif import LONGEST, GifWriter
from render.palette import Rgb
from tests.render.animations import Frame, frames_of

COLOURS: tuple[Rgb, ...] = ((0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9))
AS_IT_IS = bytes(range(256))


def noise(chance: Random, size: tuple[int, int]) -> Image.Image:
    pixels = bytes(chance.randrange(len(COLOURS)) for _ in range(size[0] * size[1]))
    return Image.frombytes("L", size, pixels)


def coloured(picture: Image.Image, table: bytes = AS_IT_IS) -> bytes:
    return b"".join(bytes(COLOURS[table[value]]) for value in picture.tobytes())


def whole(picture: Image.Image) -> tuple[int, int, int, int]:
    return 0, 0, *picture.size


def frames_in(gif: bytes) -> list[tuple[bytes, int]]:
    return [(frame.picture.tobytes(), frame.milliseconds) for frame in frames_of(gif)]


@pytest.mark.parametrize("colours", [2, 3, 5, 63, 64, 255])
def test_a_picture_reads_back_with_any_number_of_colours(colours: int) -> None:
    table = tuple((number, 0, 255 - number) for number in range(colours))
    picture = Image.frombytes("L", (colours, 2), bytes(range(colours)) * 2)
    [frame] = frames_of(GifWriter(picture, table, AS_IT_IS, 100).finish())
    assert frame.picture.tobytes() == b"".join(map(bytes, table)) * 2


def test_every_frame_is_restored_after_any_change() -> None:
    chance = Random(3)
    picture = noise(chance, (40, 30))
    writer = GifWriter(picture, COLOURS, AS_IT_IS, 100)
    expected = [(coloured(picture), 100)]
    for number in range(30):
        picture = picture.copy()
        left, top = chance.randrange(40), chance.randrange(30)
        patch = noise(chance, (1 + chance.randrange(12), 1 + chance.randrange(12)))
        picture.paste(patch, (left, top))
        writer.add(picture, (left, top, left + patch.width, top + patch.height), 20 + 10 * number)
        if coloured(picture) == expected[-1][0]:
            expected[-1] = (expected[-1][0], expected[-1][1] + 20 + 10 * number)
        else:
            expected.append((coloured(picture), 20 + 10 * number))
    assert frames_in(writer.finish()) == expected


def test_values_are_shown_in_the_colours_that_a_table_gives() -> None:
    table = bytes([1, 1, 4, 0, 2]).ljust(256, b"\0")
    first, second = noise(Random(1), (9, 7)), noise(Random(2), (9, 7))
    writer = GifWriter(first, COLOURS, table, 100)
    writer.add(second, whole(second), 200)
    assert frames_in(writer.finish()) == [
        (coloured(first, table), 100),
        (coloured(second, table), 200),
    ]


def test_an_unchanged_frame_is_shown_longer() -> None:
    picture = noise(Random(4), (8, 8))
    writer = GifWriter(picture, COLOURS, AS_IT_IS, 100)
    writer.add(picture.copy(), whole(picture), 250)
    assert frames_in(writer.finish()) == [(coloured(picture), 350)]


def test_a_rectangle_may_extend_beyond_the_picture() -> None:
    first, second = noise(Random(5), (8, 8)), noise(Random(6), (8, 8))
    writer = GifWriter(first, COLOURS, AS_IT_IS, 100)
    writer.add(second, (-5, -5, 30, 30), 100)
    assert [pixels for pixels, _ in frames_in(writer.finish())] == [
        coloured(first),
        coloured(second),
    ]


def test_a_small_change_takes_few_bytes() -> None:
    picture = noise(Random(7), (200, 200))
    writer = GifWriter(picture, COLOURS, AS_IT_IS, 100)
    before = writer.bytes_so_far
    changed = picture.copy()
    changed.putpixel((100, 100), (picture.getpixel((100, 100)) or 0) ^ 1)  # type: ignore[operator]
    writer.add(changed, whole(changed), 100)
    assert writer.bytes_so_far - before < 30


def test_the_size_is_known_before_the_end() -> None:
    picture = noise(Random(8), (50, 50))
    writer = GifWriter(picture, COLOURS, AS_IT_IS, 100)
    for seed in range(9, 14):
        picture = noise(Random(seed), (50, 50))
        writer.add(picture, whole(picture), 100)
    assert writer.bytes_so_far == len(writer.finish())


def test_the_duration_of_a_frame_is_limited_by_the_format() -> None:
    writer = GifWriter(noise(Random(1), (4, 4)), COLOURS, AS_IT_IS, LONGEST * 2)
    [frame] = frames_of(writer.finish())
    assert frame == Frame(frame.picture, LONGEST)


def test_an_animation_loops_forever() -> None:
    picture = noise(Random(1), (4, 4))
    gif = GifWriter(picture, COLOURS, AS_IT_IS, 10).finish()
    assert b"NETSCAPE2.0\x03\x01\x00\x00" in gif
