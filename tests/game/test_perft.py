"""How many sequences of turns there are from a position, all choices counted apart.

The counts from the start are those of the rules page; the others are the referee's, from
positions with little in hand, where every piece that comes back to a pool is a turn more.
"""

import json
from pathlib import Path

import pytest

from bot.game import Position, legal_turns, perft, play, read_position
from tests.game.referee import classic as referee

TABLE = json.loads(Path(__file__).with_name("perft.json").read_text())


def rows_up_to(sequences: int) -> list[tuple[str, int, int]]:
    """Each position with each depth that has no more sequences than that."""
    return [
        (row["position"], depth, counted)
        for row in TABLE["classic"]
        for depth, counted in enumerate(row["sequences"], start=1)
        if counted <= sequences
    ]


def count(position: Position, depth: int) -> int:
    turns = legal_turns(position)
    if depth == 1:
        return sum(1 for _ in turns)
    steps = (play(position, turn) for turn in turns)
    return sum(count(step.after, depth - 1) for step in steps if step.win is None)


@pytest.mark.parametrize(("text", "depth", "sequences"), rows_up_to(2_000_000))
def test_kernel_counts_the_sequences(text: str, depth: int, sequences: int) -> None:
    assert perft(read_position(text), depth) == sequences


@pytest.mark.parametrize(("text", "depth", "sequences"), rows_up_to(50_000))
def test_positions_and_turns_count_the_sequences(text: str, depth: int, sequences: int) -> None:
    assert count(read_position(text), depth) == sequences


@pytest.mark.parametrize(("text", "depth", "sequences"), rows_up_to(50_000))
def test_referee_counts_the_sequences(text: str, depth: int, sequences: int) -> None:
    assert referee.perft(referee.read(text), depth) == sequences
