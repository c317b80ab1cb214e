"""The weights that the features of a position count with."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.engine.evaluation import FEATURE_NAMES
from bot.engine.layout import FEATURES, STAGES
from bot.game import CLASSIC, Ruleset

Weights = tuple[int, ...]
"""For each stage a weight for each feature, in points."""

FILE: Final = Path(__file__).with_name("weights.json")
"""What `boop learn` writes: for each ruleset its weights by stage, in the features' order."""

NO_WEIGHTS: Final[Weights] = (0,) * (FEATURES * STAGES)


@lru_cache
def weights_of(ruleset: Ruleset) -> Weights:
    """Return what was learned for a ruleset; what was for `classic` where it is not known."""
    learned = read_weights(FILE.read_text(encoding="utf-8"))
    return learned.get(f"{ruleset.name} {ruleset.version}") or learned[_CLASSIC]


_CLASSIC: Final = f"{CLASSIC.name} {CLASSIC.version}"


def read_weights(text: str) -> dict[str, Weights]:
    """Read the weights of each ruleset, by its name and version."""
    stored: dict[str, list[list[int]]] = json.loads(text)
    return {name: laid_out(stages) for name, stages in stored.items()}


def laid_out(stages: Sequence[Sequence[int]]) -> Weights:
    """Return the weights of all stages as the search reads them, each filled up with zeros."""
    filler = (0,) * (FEATURES - len(FEATURE_NAMES))
    return tuple(weight for stage in stages for weight in (*stage, *filler))


def write_weights(weights: Mapping[str, Weights]) -> str:
    """Write the weights of each ruleset, a line for each stage."""
    rulesets = []
    for name, values in weights.items():
        stages = (values[at : at + len(FEATURE_NAMES)] for at in range(0, len(values), FEATURES))
        lines = ",\n".join(f"  {list(stage)}" for stage in stages)
        rulesets.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(rulesets) + "\n}\n"


def _hand_written() -> Weights:
    """Weigh as one would guess: cats, the middle of the bed, and pairs that may become lines."""
    by_name = {
        "to move": 10,
        "own cats in hand": 20,
        "own open pairs": 60,
        "their open pairs": -30,
        "own standing lines": 80,
        "their standing lines": -60,
        "own open pairs that win": 100,
        "their open pairs that win": -100,
        "their threat to win": -300,
    }
    for place, worth in zip(
        ("a1", "b1", "c1", "b2", "c2", "c3"), (0, 4, 6, 12, 16, 20), strict=True
    ):
        for kind in ("kittens", "cats"):
            by_name[f"own {kind} as on {place}"] = worth
            by_name[f"their {kind} as on {place}"] = -worth
    for number in range(9):
        by_name[f"own cats: {number}"] = 80 * number
        by_name[f"their cats: {number}"] = -80 * number
    stage = [by_name.get(name, 0) for name in FEATURE_NAMES]
    return laid_out([stage] * STAGES)


HAND_WRITTEN: Final = _hand_written()
"""A yardstick: what a person guessed, not what play has taught."""
