"""How far apart the levels are: the results of each against the one below, in Elo points.

The practice ratings of users are on the same scale.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Final

from bot.engine.levels import LEVELS
from bot.game import CLASSIC, Ruleset

FILE: Final = Path(__file__).with_name("ladder.json")
"""The file that `boop ladder` writes: for each ruleset and level, matches won, drawn and lost."""
ANCHOR: Final = 3
"""The level whose rating is fixed at `ANCHOR_POINTS`, where new players start too."""
ANCHOR_POINTS: Final = 1500.0


@dataclass(frozen=True, slots=True)
class Rung:
    """The results of a level against the one below it."""

    won: int
    drawn: int
    lost: int


Ladder = Mapping[int, Rung]
"""The rungs of a ruleset, by the number of the upper level."""


def points_above(rung: Rung) -> float:
    """Return how many points a level is above the one below it.

    Both get one additional win. Without it a level that has won every match would be infinitely far
    above; with it, the distance grows with the number of matches.
    """
    own = rung.won + rung.drawn / 2 + 1
    other = rung.lost + rung.drawn / 2 + 1
    return 400 * log10(own / other)


def rating_of_level(ruleset: Ruleset, number: int) -> float:
    """Return the points of a level; those in `classic` if the ruleset's results are incomplete.

    Raise `LookupError` if there is no such level.
    """
    return _ratings(ruleset)[number]


@lru_cache
def _ratings(ruleset: Ruleset) -> Mapping[int, float]:
    return ratings_in(read_ladders(FILE.read_text(encoding="utf-8")), ruleset)


def ratings_in(ladders: Mapping[str, Ladder], ruleset: Ruleset) -> Mapping[int, float]:
    """Return the points of the levels, by the ladder of `classic` if the ruleset's has gaps.

    The file that comes with the program has a complete ladder of `classic`.
    """
    own = ladders.get(ruleset.versioned_name, {})
    return ratings_from(own if is_whole(own) else ladders[CLASSIC.versioned_name])


def is_whole(ladder: Ladder) -> bool:
    """Return whether every level has met the one below it."""
    return all(level.number in ladder for level in LEVELS[1:])


def ratings_from(ladder: Ladder) -> Mapping[int, float]:
    """Add up the points from the lowest level to the highest, around the anchor."""
    points = {LEVELS[0].number: 0.0}
    for below, level in pairwise(LEVELS):
        points[level.number] = points[below.number] + points_above(ladder[level.number])
    shift = ANCHOR_POINTS - points[ANCHOR]
    return {number: each + shift for number, each in points.items()}


def read_ladders(text: str) -> dict[str, dict[int, Rung]]:
    """Read the ladder of each ruleset, by its name and version."""
    stored: dict[str, dict[str, list[int]]] = json.loads(text)
    return {
        name: {int(number): Rung(*results) for number, results in rungs.items()}
        for name, rungs in stored.items()
    }


def write_ladders(ladders: Mapping[str, Ladder]) -> str:
    """Write the ladder of each ruleset, a line for each rung."""
    rulesets = []
    for name, ladder in ladders.items():
        lines = ",\n".join(
            f'  "{number}": [{rung.won}, {rung.drawn}, {rung.lost}]'
            for number, rung in sorted(ladder.items())
        )
        rulesets.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(rulesets) + "\n}\n"
