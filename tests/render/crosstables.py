"""Crosstables for the tests, which `tests.render.charts` stores as pictures."""

from dataclasses import replace

from render.crosstable import Crosstable, CrosstableRow, LegMark
from render.theme import COLOUR_BLIND_QUILT, NIGHT_QUILT, PLAIN_BED

MARKS = {"1": LegMark.WON, "=": LegMark.DRAWN, "0": LegMark.LOST, ".": LegMark.RUNNING}
LEGEND = (
    (LegMark.WON, "won"),
    (LegMark.DRAWN, "drawn"),
    (LegMark.LOST, "lost"),
    (LegMark.RUNNING, "running"),
)


def row(place: int | None, name: str, points: str, cells: str, note: str = "") -> CrosstableRow:
    """Return a row whose cells are given as text, `x` for none: `x 1 =0 .`."""
    marks = tuple(tuple(MARKS[sign] for sign in cell if sign != "x") for cell in cells.split())
    return CrosstableRow(place, name, points, marks, note)


SIX = Crosstable(
    "Autumn league",
    "Group 2 · classic",
    (
        row(1, "Ada", "3½", "x 1 = 1 1 .", "places 1–2"),
        row(2, "the_quick_brown_fox_jumps", "2½", "0 x 1 1 = .", "places 1–3"),
        row(2, "Мария Ивановна", "2½", "= 0 x 1 1 .", "places 1–4"),
        row(4, "さくら", "1", "0 0 0 x 1 .", "places 3–6"),
        row(5, "A former player", "½", "0 = 0 0 x 0", "out"),
        row(5, "Zoë Ångström", "1", ". . . . 1 x", "places 1–5"),
    ),
    LEGEND,
)
FOUR = Crosstable(
    "Autumn league",
    "Group 1 · seam",
    (
        row(1, "Ada", "3½", "x =1 11 x"),
        row(2, "Bob", "1½", "=0 x 01 x"),
        row(3, "さくら", "1", "00 10 x x"),
        row(None, "Carol", "", "x x x x", "out"),
    ),
    LEGEND[:3],
    NIGHT_QUILT,
)
EIGHT = Crosstable(
    "The Cosy Bed Club’s autumn league of leagues",
    "Group 12 · for children, with kittens alone",
    tuple(
        row(
            place,
            "W" * 30,
            "10½",
            " ".join("x" if column == place else "1." for column in range(1, 9)),
            "places 1–8" * 3,
        )
        for place in range(1, 9)
    ),
    (*LEGEND[:2], (LegMark.LOST, "l" * 40), (LegMark.RUNNING, "r" * 40)),
    PLAIN_BED,
)
THREE = replace(
    SIX,
    rows=(row(1, "Ada", "2", "x 1 1"), row(2, "Bob", "1", "0 x 1"), row(3, "Carol", "0", "0 0 x")),
    legend=(LEGEND[0], LEGEND[2]),
    theme=COLOUR_BLIND_QUILT,
)


def crosstables() -> dict[str, Crosstable]:
    """Return every stored crosstable by its name."""
    return {"six": SIX, "four": FOUR, "eight": EIGHT, "three": THREE}
