"""The stored pictures of posters, curves, balances, brackets and crosstables.

`python -m tests.render.charts` makes them again, and those in the docs.
"""

from collections.abc import Mapping
from pathlib import Path

from render.studio import Subject, drawn
from tests.render import balances, brackets, crosstables, posters, rating_curves
from tests.render.golden import DOCS

HERE = Path(__file__).parent

CHARTS: Mapping[str, Mapping[str, Subject]] = {
    "posters": posters.posters(),
    "curves": rating_curves.curves(),
    "balances": balances.balances(),
    "brackets": brackets.brackets(),
    "crosstables": crosstables.crosstables(),
}
"""By kind and by name: every chart with a stored picture."""

SHOWN: Mapping[Path, Subject] = {
    DOCS / "leaderboard.png": posters.LIVELY,
    DOCS / "curve.png": rating_curves.LIVELY,
    DOCS / "balance.png": balances.named(balances.LIVELY),
}
"""The charts in the docs, by path."""


def folder_of(kind: str) -> Path:
    """Return the folder of the stored pictures of a kind."""
    return HERE / f"kept_{kind}"


def main() -> None:
    """Make every stored picture again."""
    for kind, charts in CHARTS.items():
        folder_of(kind).mkdir(exist_ok=True)
        for name, chart in charts.items():
            (folder_of(kind) / f"{name}.png").write_bytes(drawn(chart))
    for path, chart in SHOWN.items():
        path.write_bytes(drawn(chart))


if __name__ == "__main__":
    main()
