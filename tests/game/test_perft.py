"""The number of sequences of turns from a position, each choice counted.

The table is `perft.json`; `tests.game.counting` explains its counts. The largest counts are left to
the compiled kernel, in `test_compiled`.
"""

import pytest

from bot.game import RULESETS, Position, legal_turns, perft, play, write_position
from tests.game import referee
from tests.game.counting import FILE, FROM_THE_START, PositionCount, rows, table, to_json
from tests.kit.thoroughness import quick_or_thorough


def rows_up_to(sequences: int) -> list[PositionCount]:
    """Return the counts up to a limit, which is 21 times as high with a seam piece in hand."""
    return [
        row
        for row in rows()
        if row.sequences <= sequences * (21 if row.text.endswith((" -", " - bc-5")) else 1)
    ]


def count(position: Position, depth: int) -> int:
    turns = legal_turns(position)
    if depth == 1:
        return sum(1 for _ in turns)
    steps = (play(position, turn) for turn in turns)
    return sum(count(step.after, depth - 1) for step in steps if step.win is None)


def test_the_table_has_the_counts_of_the_rules_page_and_more_for_every_ruleset() -> None:
    counts = table()
    assert set(counts) == {ruleset.name for ruleset in RULESETS}
    for ruleset in RULESETS:
        start = write_position(Position.start(ruleset))
        assert counts[ruleset.name][start] == FROM_THE_START[ruleset.name]
        assert len(counts[ruleset.name]) >= 5
    assert to_json(counts) == FILE.read_text("utf-8")


@pytest.mark.parametrize("row", rows_up_to(quick_or_thorough(8_000, 45_000)), ids=str)
def test_the_kernel_counts_the_sequences(row: PositionCount) -> None:
    assert perft(row.position, row.depth) == row.sequences


@pytest.mark.parametrize("row", rows_up_to(quick_or_thorough(1_500, 8_000)), ids=str)
def test_positions_and_turns_count_the_sequences(row: PositionCount) -> None:
    assert count(row.position, row.depth) == row.sequences


@pytest.mark.parametrize("row", rows_up_to(quick_or_thorough(600, 43_000)), ids=str)
def test_the_referee_counts_the_sequences(row: PositionCount) -> None:
    assert referee.perft(row.ruleset.name, row.depth, row.text) == row.sequences


def test_nothing_is_one_sequence_and_depths_beyond_the_stack_are_refused() -> None:
    assert perft(Position(), 0) == 1
    for depth in (-1, 13, 1_000_000):
        with pytest.raises(ValueError, match=f"a depth of {depth}; it is 0 to 12"):
            perft(Position(), depth)
