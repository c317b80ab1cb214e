"""The table of counted positions, `perft.json`: sequences of 1, 2, 3 … turns, each choice counted.

The counts from the start are those of the rules page. All others are the referee's: `python -m
tests.game.counting` counts every row again, to its full depth, which takes some minutes. To add a
position, add a row whose depths hold any numbers, and run it.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.game import RULESETS, Position, Ruleset, read_position
from tests.game import referee

FILE = Path(__file__).with_name("perft.json")

FROM_THE_START = {
    "classic": [36, 1260, 42900, 1421952],
    "rows": [36, 1260, 42900],
    "junior": [36, 1260, 42900],
    "seam": [756, 555660],
    "scarce": [36, 1260, 42900],
}


@dataclass(frozen=True, slots=True)
class PositionCount:
    """The number of sequences of `depth` turns from a position."""

    ruleset: Ruleset
    text: str
    depth: int
    sequences: int

    @property
    def position(self) -> Position:
        return read_position(self.text, self.ruleset)

    def __str__(self) -> str:
        return f"{self.ruleset.name} {self.text} {self.depth}"


def table() -> dict[str, dict[str, list[int]]]:
    """Return the counts by ruleset and by position; the first count is that of one turn."""
    data: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text("utf-8"))
    return data


def rows() -> Iterator[PositionCount]:
    """Yield every count of the table."""
    for name, counts in table().items():
        (ruleset,) = (one for one in RULESETS if one.name == name)
        for text, sequences in counts.items():
            for depth, counted in enumerate(sequences, start=1):
                yield PositionCount(ruleset, text, depth, counted)


def count_by_referee(name: str, text: str, depths: int) -> list[int]:
    if text == referee.START[name] and len(FROM_THE_START[name]) == depths:
        return FROM_THE_START[name]
    return [referee.perft(name, depth, text) for depth in range(1, depths + 1)]


def to_json(counts: dict[str, dict[str, list[int]]]) -> str:
    """Return the table as JSON, one position per line."""
    parts = []
    for name, of_ruleset in counts.items():
        lines = [f"    {json.dumps(text)}: {counted}" for text, counted in of_ruleset.items()]
        parts.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    counts = {
        name: {
            text: count_by_referee(name, text, len(sequences))
            for text, sequences in of_ruleset.items()
        }
        for name, of_ruleset in table().items()
    }
    FILE.write_text(to_json(counts), "utf-8")
    sys.stdout.write(f"{sum(map(len, counts.values()))} positions counted\n")


if __name__ == "__main__":
    main()
