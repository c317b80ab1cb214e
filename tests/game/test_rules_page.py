"""The players' rules page agrees with the engine and with the referee."""

import re
from pathlib import Path

import pytest

from bot.game import (
    CLAIMED_AT,
    CLASSIC,
    DRAWN_AT,
    ENTRIES,
    MOST_TURNS,
    RULESETS,
    Ruleset,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)
from bot.game.kernel import MOST_OPTIONS
from tests.game import referee
from tests.game.counting import FROM_THE_START
from tests.game.differential import result_of
from tests.kit.drawing import draw, position

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
BY_NAME = {ruleset.name: ruleset for ruleset in RULESETS}
SEAMS = {"seam": "cd+2"}
"""The seam piece of the section's example, which a drawn bed cannot show."""


def examples() -> list[tuple[Ruleset, str]]:
    """Return each drawn example with the ruleset of its section."""
    found = []
    ruleset = CLASSIC
    for heading, drawn in re.findall(r"^#{2,3} ([^\n]*)$|```text\n(.*?)```", PAGE, re.M | re.S):
        if drawn:
            found.append((ruleset, drawn))
        else:
            name = re.match(r"`(\w+)`", heading)
            ruleset = BY_NAME[name[1]] if name else CLASSIC
    return found


def rows_of(*columns: str) -> list[list[str]]:
    """Return the rows of the table with these columns, without backticks."""
    heading = f"| {' | '.join(columns)} |"
    table = PAGE[PAGE.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in row.split("|")[1:-1]] for row in table]


def test_the_page_has_examples_of_every_ruleset() -> None:
    assert {ruleset.name for ruleset, _ in examples()} == set(BY_NAME)
    assert len(examples()) == 9
    assert {row[0] for row in rows_of("name", "in a word")} == set(BY_NAME)


@pytest.mark.parametrize(("ruleset", "example"), examples())
def test_the_bed_on_the_right_is_the_bed_on_the_left_after_the_turn(
    ruleset: Ruleset, example: str
) -> None:
    lines = [line.split() for line in example.strip().splitlines()]
    seam = SEAMS.get(ruleset.name, "-")
    before = position("\n".join(line[0] for line in lines), ruleset=ruleset, orange_seam=seam)
    (turn,) = (line[1] for line in lines if len(line) == 3)
    step = play(before, read_turn(turn))
    assert draw(step.after.bed) == "\n".join(line[-1] for line in lines)
    assert (step.win is not None) == (ruleset.name == "junior")


def test_turns_on_the_page_are_written_as_they_are_read() -> None:
    turns = [row[0] for row in rows_of("word", "what it says")]
    assert len(turns) == 8
    assert [write_turn(read_turn(turn)) for turn in turns] == turns


def test_positions_on_the_page_are_written_as_they_are_read() -> None:
    seams = r"(?: (?:-|\w\w[-+]\d) (?:-|\w\w[-+]\d))?"
    shown = re.findall(rf"[\w/]+ [og] \d,\d \d,\d{seams}(?=[\n`])", PAGE)
    assert len(shown) > 20
    for text in shown:
        ruleset = BY_NAME["seam"] if text.count(" ") == 5 else BY_NAME["scarce"]
        assert write_position(read_position(text, ruleset)) == text


@pytest.mark.parametrize("row", rows_of("ruleset", "position", "turn", "position after it"))
def test_a_turn_to_try_leads_where_the_page_says_for_engine_and_referee(row: list[str]) -> None:
    name, text, turn, after = row
    before = read_position(text, BY_NAME[name])
    step = play(before, read_turn(turn))
    assert (write_turn(step.turn), result_of(step)) == (turn, after)
    assert step.turn in set(legal_turns(before))
    assert referee.legal(name, text)[turn] == after


def test_turns_to_try_are_of_every_ruleset() -> None:
    tried = [row[0] for row in rows_of("ruleset", "position", "turn", "position after it")]
    assert {name for name in tried if tried.count(name) > 1} == set(BY_NAME)


def test_counts_on_the_page_are_those_of_the_table() -> None:
    counts = {
        name: [int(count) for count in counted if count]
        for name, *counted in rows_of("ruleset", "1", "2", "3", "4")
    }
    assert counts == FROM_THE_START


def test_numbers_in_the_words_of_the_page_are_those_of_the_rules() -> None:
    words = {"third": 3, "fifth": 5}
    claimed = re.search(r"comes up for the \*\*(\w+)\*\* time, either of you may claim", PAGE)
    drawn = re.search(r"comes up for the \*\*(\w+)\*\* time, the match is a draw", PAGE)
    turns = re.search(r"after \*\*(\d+) turns\*\*", PAGE)
    entries = re.search(r"so there are (\d+) \*\*entries\*\*", PAGE)
    options = re.search(r"up to (\d+) options", PAGE)
    assert claimed is not None
    assert drawn is not None
    assert turns is not None
    assert entries is not None
    assert options is not None
    assert (words[claimed[1]], words[drawn[1]]) == (CLAIMED_AT, DRAWN_AT)
    assert (int(turns[1]), int(entries[1])) == (MOST_TURNS, len(ENTRIES))
    assert int(options[1]) == MOST_OPTIONS
