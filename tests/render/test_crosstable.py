from dataclasses import replace

import pytest

from render.crosstable import MOST_ROWS, LegMark, draw_crosstable
from render.sheet import WIDTH
from tests.render.crosstables import EIGHT, FOUR, SIX, THREE, row
from tests.render.golden import open_png


def test_every_result_looks_different() -> None:
    first = SIX.rows[1]
    pictures = set()
    for mark in LegMark:
        cells = ((mark,), *first.cells[1:])
        rows = (SIX.rows[0], replace(first, cells=cells), *SIX.rows[2:])
        pictures.add(draw_crosstable(replace(SIX, rows=rows)))
    assert len(pictures) == len(LegMark)


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
