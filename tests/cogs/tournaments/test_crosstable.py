from bot.features.tournaments.legs import EntrantId, Withdrawal
from bot.features.tournaments.standings import standings_of
from cogs.tournaments.crosstable import crosstable_of, crosstable_text
from cogs.wording.alt_text import LONGEST
from cogs.wording.phrases import score_name
from render.crosstable import Crosstable, LegMark, draw_crosstable
from render.theme import DAY_QUILT
from tests.kit.drawn_groups import entrants_of, legs_of

NAMES = ("Ada", "Bob", "Carol", "Dave", "Eve", "Frank", "Grace", "Heidi")


def crosstable(*rows: str, gone: dict[int, Withdrawal] | None = None) -> Crosstable:
    entrants, legs = entrants_of(len(rows)), legs_of(*rows)
    withdrawals = {EntrantId(number): what for number, what in (gone or {}).items()}
    standings = standings_of(entrants, legs, withdrawals)
    names = dict(zip(entrants, NAMES, strict=False))
    return crosstable_of("Autumn", "Group 1", standings, legs, names, DAY_QUILT)


def test_points_are_written_with_halves() -> None:
    assert [score_name(points) for points in (0.0, 0.5, 1.0, 3.5)] == ["0", "½", "1", "3½"]


def test_rows_and_columns_are_in_the_order_of_the_standings() -> None:
    table = crosstable("x 0 =", "1 x 1", "= 0 x")
    assert [row.name for row in table.rows] == ["Bob", "Ada", "Carol"]
    assert [row.place for row in table.rows] == [1, 2, 2]
    won, half, lost = LegMark.WON, LegMark.DRAWN, LegMark.LOST
    assert [row.cells for row in table.rows] == [
        ((), (won,), (won,)),
        ((lost,), (), (half,)),
        ((lost,), (half,), ()),
    ]
    assert draw_crosstable(table)


def test_a_crosstable_is_described_in_words() -> None:
    table = crosstable("x 1= .1", "0= x ..", ".0 .. x")
    assert crosstable_text(table) == (
        "Table of Autumn, Group 1."
        " 1: Ada (places 1–3), points 2½, won 2, drawn 1, lost 0. Running: 1."
        " 2: Bob (places 1–3), points ½, won 0, drawn 1, lost 1. Running: 2."
        " 3: Carol (places 1–3), points 0, won 0, drawn 0, lost 1. Running: 3."
    )


def test_an_entrant_who_is_out_is_last_without_results_and_final_places_are_no_ranges() -> None:
    table = crosstable("x 1 1", "0 x 1", "0 0 x", gone={1: Withdrawal.ANNULLED})
    assert [(row.name, row.place, row.note) for row in table.rows] == [
        ("Bob", 1, ""),
        ("Carol", 2, ""),
        ("Ada", None, "out"),
    ]
    assert not any(cell for row in table.rows for cell in (row.cells[2],))
    assert table.rows[2].cells == ((), (), ())
    assert crosstable_text(table).endswith("lost 1. Ada (out).")


def test_the_largest_crosstable_fits_into_an_alt_text() -> None:
    rows = [" ".join("x" if row == column else ".." for column in range(8)) for row in range(8)]
    assert len(crosstable_text(crosstable(*rows))) < LONGEST
