from dataclasses import replace
from itertools import pairwise

import pytest

from render.leaderboard import MOST_ROWS, PosterRow, draw_poster, words_of
from render.lettering import fitting, width_of, writable
from render.sheet import WIDTH
from tests.render.golden import compare, open_png
from tests.render.posters import LIVELY, SHORT


def test_the_comparison_detects_other_points() -> None:
    rows = (replace(LIVELY.rows[0], points="1823 ± 64"), *LIVELY.rows[1:])
    other = draw_poster(replace(LIVELY, rows=rows))
    assert not compare(open_png(other), open_png(draw_poster(LIVELY))).alike


@pytest.mark.parametrize("number", [0, MOST_ROWS + 1])
def test_a_poster_with_no_or_too_many_rows_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"has 1 to {MOST_ROWS} rows, not {number}"):
        replace(SHORT, rows=(LIVELY.rows[0],) * number)


def test_a_poster_grows_with_its_rows_and_stays_as_wide() -> None:
    short, long = open_png(draw_poster(SHORT)), open_png(draw_poster(LIVELY))
    assert short.width == long.width == WIDTH
    assert short.height < long.height


def test_long_texts_never_leave_the_poster() -> None:
    row = PosterRow(1000, "W" * 300, "1500 ± 350", "1000–1000–1000")
    poster = replace(SHORT, title="M" * 200, subtitle="M" * 200, rows=(row,), note="M" * 300)
    picture = open_png(draw_poster(poster))
    edge = picture.crop((0, 0, 4, picture.height))
    assert len(edge.getcolors() or []) == 1


@pytest.mark.parametrize("record", ["2–0–2", "231–102–204", "1031–222–1004", "9" * 60])
@pytest.mark.parametrize("points", ["1500?", "1832 ± 64", "-10000 ± 350", "9" * 40])
@pytest.mark.parametrize("mark", ["", "left", "m" * 80])
def test_no_two_words_of_a_row_touch(record: str, points: str, mark: str) -> None:
    for name in ("Ada", "W" * 80):
        words = words_of(PosterRow(1, name, points, record, mark))
        ends = [(word.left, word.left + width_of(word.text, word.size)) for word in words]
        ends.sort()
        assert ends[0][0] >= 100
        assert ends[-1][1] <= WIDTH - 24
        assert all(left[1] + 8 <= right[0] for left, right in pairwise(ends)), ends


def test_a_record_that_is_not_too_long_is_written_in_full() -> None:
    for record in ("231–102–204", "1031–222–1004"):
        written = words_of(PosterRow(1, "W" * 80, "1832 ± 64", record, "left"))
        assert {record, "1832 ± 64", "left"} <= {word.text for word in written}


SCRIPTS = (
    *("Zoë Ångström", "Мария", "Ελένη", "さくら", "田中 太郎", "the_cat_99"),
    *("翔太", "颯", "髙橋", "凜", "𠮷野家", "ﾊﾙｶ", "☆Ann☆"),
    "Größe der Bäume – „süß“",
    "À bientôt, cœur\u00a0: ça va\u202f!",
    "¿Señal? ¡Sí!",
    "São João, às três",
    "Così è, perché",
    "Zażółć gęślą jaźń",
    "Съешь ещё этих мягких булок — «да»",
    "シーズン３・通算：12勝（順位）",
)


@pytest.mark.parametrize("text", SCRIPTS)
def test_many_scripts_can_be_written(text: str) -> None:
    assert writable(text)


@pytest.mark.parametrize("text", ["한국어", "cat 👾", "שלום", "   ", ""])
def test_missing_glyphs_are_detected(text: str) -> None:
    assert not writable(text)


def test_a_text_is_cut_to_the_available_width() -> None:
    assert fitting("Ada", 30, 500) == "Ada"
    cut = fitting("the quick brown fox", 30, 150)
    assert cut.endswith("...")
    assert width_of(cut, 30) <= 150
    assert fitting("W", 30, 1) == "..."
