"""The choice of tests: those that run on PostgreSQL each time, samples of cases, and by markers."""

from pathlib import Path

import pytest

from tests.conftest import QUICK, is_for_marked
from tests.kit.thoroughness import sampled
from tests.statements import CHOSEN, NOT_EACH_TIME, ROOT, StatementsOfTest, choose, queries

NAMES = CHOSEN.read_text(encoding="utf-8").splitlines()


def test_each_test_that_is_run_on_postgresql_each_time_exists() -> None:
    """After a renaming or a new query, run `python -m tests.statements` to choose again."""
    for name in NAMES:
        file, _, function = name.partition("::")
        assert f"def {function}(" in Path(ROOT, file).read_text(encoding="utf-8"), name


def test_the_chosen_tests_execute_every_query() -> None:
    asked = {
        "long": StatementsOfTest(9.0, {"a", "b"}),
        "short": StatementsOfTest(1.0, {"a", "c"}),
        "the only one": StatementsOfTest(5.0, {"b"}),
        "one more": StatementsOfTest(1.0, {"c"}),
    }
    assert choose(asked) == ["short", "the only one"]


def test_queries_are_found_in_all_files_but_the_schema() -> None:
    files = {name.partition(":")[0] for name in queries().values()}
    assert {"bot/db/program.sql", "bot/features/matches/queries.sql"} <= files
    assert not any("schema" in each for each in files)


def test_every_query_that_is_not_executed_each_time_exists() -> None:
    assert set(queries().values()) >= NOT_EACH_TIME


def test_a_sample_marks_the_other_cases_as_night() -> None:
    cases = sampled(["en", "de", "ja"], 1)
    assert [case.values for case in cases] == [("en",), ("de",), ("ja",)]
    assert [[mark.name for mark in case.marks] for case in cases] == [["night"], [], ["night"]]


@pytest.mark.parametrize("kept", [(), (3,)])
def test_a_sample_refuses_cases_that_do_not_exist(kept: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="of 3 cases"):
        sampled(["en", "de", "ja"], *kept)


@pytest.mark.parametrize(
    ("expression", "is_for_them"),
    [
        ("", False),
        (QUICK, False),
        ("(process or browser or whole or long) and not night", True),
        ("long", True),
        ("process and not browser", True),
        ("night", False),
        ("not (process or browser)", False),
        ("not browser or sqlite", False),
    ],
)
def test_files_without_slow_tests_are_skipped_if_none_of_their_tests_can_be_selected(
    expression: str, *, is_for_them: bool
) -> None:
    assert is_for_marked(expression) == is_for_them
