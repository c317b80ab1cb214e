"""The benchmarks' reports of their measurements."""

import pytest

from tests.bench import page
from tests.bench.__main__ import main
from tests.bench.figures import Budget, Effort, Figure, at_least, at_most, number


@pytest.mark.parametrize(
    ("budget", "value", "passes"),
    [
        (at_most(10), 10, (True, True)),
        (at_most(10), 39, (False, True)),
        (at_most(10), 41, (False, False)),
        (at_most(10, slack=1.0), 10.1, (False, False)),
        (at_least(900), 900, (True, True)),
        (at_least(900), 226, (False, True)),
        (at_least(900), 224, (False, False)),
    ],
)
def test_the_guard_allows_only_noise(
    budget: Budget, value: float, passes: tuple[bool, bool]
) -> None:
    assert (budget.is_met(value), budget.is_near(value)) == passes, (budget, value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (53_612_000.0, "53.6 M"),
        (150_000, "150 000"),
        (100.44, "100.4"),
        (0.862, "0.86"),
        (6, "6"),
    ],
)
def test_numbers_keep_their_significant_digits(value: float, text: str) -> None:
    assert number(value) == text


def test_the_guard_measures_some_benchmarks_of_each_part() -> None:
    beds = range(200)
    assert Effort.FULL.some(beds) == beds
    assert list(Effort.QUICK.some(beds)) == [*range(0, 200, 20)]


def test_row_says_whether_its_budget_is_met() -> None:
    rows = page.table_of(
        [
            Figure("a bed", 4.1, "ms", at_most(6), "100 beds"),
            Figure("a match", 13.0, "ms", at_most(12)),
            Figure("a start", 0.6, "s"),
        ]
    )
    assert "| a bed | 4.10 ms | ≤ 6 ms | met | 100 beds |" in rows
    assert "| a match | 13 ms | ≤ 12 ms | **missed** |  |" in rows
    assert "| a start | 0.60 s |  |  |  |" in rows


def test_the_newest_run_comes_first() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    twice = page.with_run(page.with_run(text, "## first", "rows\n"), "## second", "rows\n")
    assert twice.index("## second") < twice.index("## first")
    assert twice.replace("\n## second\n\nrows\n", "").replace("\n## first\n\nrows\n", "") == text
    with pytest.raises(ValueError, match="no line"):
        page.with_run("# A page", "## first", "rows\n")


def test_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "chess" in capsys.readouterr().err
