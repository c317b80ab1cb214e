from pathlib import Path

import pytest

from render.studio import Studio, drawn
from tests.render.charts import CHARTS, SHOWN, folder_of
from tests.render.golden import compare, open_png


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in CHARTS for name in CHARTS[kind]]
)
def test_a_chart_equals_its_golden_picture(kind: str, name: str) -> None:
    kept = open_png((folder_of(kind) / f"{name}.png").read_bytes())
    comparison = compare(open_png(drawn(CHARTS[kind][name])), kept)
    assert comparison.alike, (
        f"{comparison.part:.2%} of {name} differs, {comparison.most_in_block} pixels in one block; "
        "if this is intended, run python -m tests.render.charts"
    )


@pytest.mark.parametrize("kind", CHARTS)
def test_every_golden_picture_of_a_chart_is_compared(kind: str) -> None:
    assert {path.stem for path in folder_of(kind).iterdir()} == set(CHARTS[kind])


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_every_chart_in_the_docs_is_up_to_date(path: Path) -> None:
    assert compare(open_png(path.read_bytes()), open_png(drawn(SHOWN[path]))).alike


@pytest.mark.parametrize("kind", CHARTS)
async def test_a_studio_draws_a_chart_once(kind: str) -> None:
    *_, chart = CHARTS[kind].values()
    studio = Studio()
    assert await studio.picture(chart) == await studio.picture(chart) == drawn(chart)
    assert studio.drawn == 1
    await studio.close()
