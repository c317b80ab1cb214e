"""The positions that a net is learned from: from self-play, or from matches of other players."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bot.engine.evaluation import weights_of
from bot.engine.lab.learning import SelfPlayer, result_of
from bot.engine.lab.matching import play_match, random_opening
from bot.engine.net import Net
from bot.engine.tree import STATE
from bot.game import Ruleset, Seat
from bot.game.kernel import IN_HAND

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

VALUE_COUNTS: Final = 0.7
"""The weight of the value that a search found; the result has the rest."""
LARGEST_FACTOR: Final = 4.0
"""The largest number that scores are multiplied by to predict results."""
NODES: Final = 3_000
"""How many nodes are searched for a turn of self-play."""
STRAYS: Final = 0.06
"""The share of turns of self-play that are random."""
OPENING: Final = 6
"""How many turns of self-play are random at the beginning, at most."""
KEPT_TOGETHER: Final = 100
"""How many matches a file holds: the most that each process loses if it is interrupted."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions, as rows of the search, and the share of the match's point that each was worth.

    `targets` are for the seat to move, from 0 to 1.
    """

    states: Whole
    targets: Floats

    def __len__(self) -> int:
        return len(self.targets)


def read_examples(files: Iterable[Path]) -> Examples:
    """Read positions with the values that a stronger player gave them, and their results."""
    states, targets = [], []
    for file in files:
        with np.load(file) as stored:
            masks, hands = stored["masks"], stored["hands"]
            value, result = stored["value"], stored["result"]
        wide = np.zeros((len(masks), 4, 8), np.uint8)
        wide[:, :, :5] = masks
        # The file has both kittens first, then both cats.
        ours = [0, 2, 1, 3]
        bed = wide.view("<u8").reshape(-1, 4)[:, ours].astype(np.int64)
        seams = np.full((len(masks), 2), IN_HAND)
        states.append(np.concatenate([bed, hands[:, ours].astype(np.int64), seams], axis=1))
        expected = VALUE_COUNTS * (value / 2_000 + 0.5)
        targets.append((expected + (1 - VALUE_COUNTS) * (result / 4 + 0.5)).astype(np.float32))
    return Examples(np.concatenate(states), np.concatenate(targets))


@dataclass(frozen=True, slots=True)
class SelfPlayTerms:
    """How matches are played for their positions: by which net, with how many `nodes` a turn."""

    net: Net | None
    nodes: int = NODES
    strays: float = STRAYS
    opening: int = OPENING


Run = Callable[[Callable[..., None], Sequence[tuple[Any, ...]]], None]
"""Calls a function with each of some arguments, in any order."""


def best_factor(static: Doubles, scores: Doubles, targets: Floats) -> float:
    """Return the factor for scores that predicts the targets best, rounded to hundredths.

    Logistic regression finds it; the static scores keep their weight. It is from 0 to
    `LARGEST_FACTOR`, however few the targets are.
    """
    low, high = 0.0, LARGEST_FACTOR
    while high - low > 0.001:
        factor = (low + high) / 2
        expected = 1 / (1 + np.exp(-static - factor * scores))
        if ((targets - expected) * scores).sum() > 0:
            low = factor
        else:
            high = factor
    return round(low, 2)


def play_all(
    ruleset: Ruleset,
    terms: SelfPlayTerms,
    seeds: Sequence[tuple[int, ...]],
    folder: Path,
    name: str,
    run: Run,
) -> list[Path]:
    """Play the matches that no file has yet; return all files, whose names begin with `name`."""
    files, missing = [], []
    for first in range(0, len(seeds), KEPT_TOGETHER):
        file = folder / f"{name}-{first}.npz"
        files.append(file)
        if not file.exists():
            missing.append((ruleset, terms, seeds[first : first + KEPT_TOGETHER], file))
    run(_play, missing)
    return files


def _play(
    ruleset: Ruleset,
    terms: SelfPlayTerms,
    seeds: Sequence[tuple[int, ...]],
    file: Path,
) -> None:
    """Play matches, each with a random generator of its own, and keep their positions."""
    states, values, results = [], [], []
    for seed in seeds:
        chance = np.random.default_rng(seed)
        player = SelfPlayer(
            terms.nodes, weights_of(ruleset), terms.strays, chance, terms.net, keeps_certain=True
        )
        opening = random_opening(ruleset, int(chance.random() * (terms.opening + 1)), chance)
        played = play_match(ruleset, opening, dict.fromkeys(Seat, player))
        for sample in player.samples:
            states.append(sample.state)
            values.append(sample.expected)
            results.append(result_of(sample, played))
    write_whole(
        file,
        states=np.array(states, np.int64).reshape(-1, STATE),
        values=np.array(values, np.float64),
        results=np.array(results, np.float32),
    )


@dataclass(frozen=True, slots=True)
class PlayedPositions:
    """Positions of matches that were played, for the seat to move.

    `values` are what a search expected them to be worth, from 0 to 1, and `results` the points that
    the seat got in the match. The value of a position whose result is certain is 0 or 1.
    """

    states: Whole
    values: Doubles
    results: Floats

    @property
    def are_open(self) -> npt.NDArray[np.bool_]:
        """Whether the search left the result of each position open."""
        return (self.values > 0) & (self.values < 1)

    def examples(self) -> Examples:
        """Return the positions as examples.

        A short search is not sure enough of what it sees, so its scores of open positions are first
        multiplied by the factor that predicts the results best.
        """
        values, open_ = self.values.copy(), self.are_open
        logits = np.log(values[open_] / (1 - values[open_]))
        factor = best_factor(np.zeros_like(logits), logits, self.results[open_])
        values[open_] = 1 / (1 + np.exp(-factor * logits))
        targets = VALUE_COUNTS * values + (1 - VALUE_COUNTS) * self.results
        return Examples(self.states, targets.astype(np.float32))


def read_played(files: Iterable[Path]) -> PlayedPositions:
    """Read the positions of matches that were played."""
    matches = []
    for file in files:
        with np.load(file) as kept:
            matches.append((kept["states"], kept["values"], kept["results"]))
    return PlayedPositions(*map(np.concatenate, zip(*matches, strict=True)))


def write_whole(file: Path, **arrays: npt.NDArray[Any]) -> None:
    """Write arrays to a file, replacing it as a whole."""
    whole = file.with_name(f"{file.name}.new")
    with whole.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)
    whole.replace(file)
