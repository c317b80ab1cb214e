from dataclasses import replace

import pytest

from render.crosstable import MOST_ROWS, LegMark, draw_crosstable
from render.sheet import WIDTH
from render.studio import Studio
from tests.render.crosstables import EIGHT, FOUR, KEPT, SIX, THREE, crosstables, row
from tests.render.golden import compare, open_png


@pytest.mark.parametrize("name", crosstables())
def test_a_crosstable_equals_its_golden_picture(name: str) -> None:
    kept = open_png((KEPT / f"{name}.png").read_bytes())
    comparison = compare(open_png(draw_crosstable(crosstables()[name])), kept)
    assert comparison.alike, (
        f"{comparison.part:.2%} of {name} differs, {comparison.most_in_block} pixels in one block; "
        "if this is intended, run python -m tests.render.crosstables"
    )


def test_every_golden_picture_of_a_crosstable_is_compared() -> None:
    assert {path.stem for path in KEPT.iterdir()} == set(crosstables())


def test_every_result_looks_different() -> None:
    first = SIX.rows[1]
    pictures = set()
    for mark in LegMark:
        cells = ((mark,), *first.cells[1:])
        rows = (SIX.rows[0], replace(first, cells=cells), *SIX.rows[2:])
        pictures.add(draw_crosstable(replace(SIX, rows=rows)))
    assert len(pictures) == len(LegMark)


async def test_a_studio_draws_crosstables() -> None:
    studio = Studio()
    assert await studio.picture(THREE) == draw_crosstable(THREE)
    await studio.close()


@pytest.mark.parametrize("number", [1, MOST_ROWS + 1])
def test_a_crosstable_with_too_few_or_too_many_rows_is_refused(number: int) -> None:
    one = row(1, "Ada", "0", " ".join("x" * number))
    with pytest.raises(ValueError, match=f"has 2 to {MOST_ROWS} rows, not {number}"):
        replace(SIX, rows=(one,) * number)


def test_each_row_has_a_cell_for_each_row() -> None:
    with pytest.raises(ValueError, match="a cell for each row"):
        replace(SIX, rows=(*THREE.rows, *THREE.rows))


def test_long_titles_never_leave_the_crosstable() -> None:
    picture = open_png(draw_crosstable(replace(EIGHT, title="M" * 200, subtitle="M" * 200)))
    assert picture.width == WIDTH
    assert len(picture.crop((0, 0, 4, picture.height)).getcolors() or []) == 1


def test_a_crosstable_grows_with_its_rows() -> None:
    assert open_png(draw_crosstable(THREE)).height < open_png(draw_crosstable(FOUR)).height
