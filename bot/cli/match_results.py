"""The results of matches in a file, so that a long run can be interrupted, continued and added to.

Each line of the file is a JSON object with the result of one opening, played from both seats. A
line that was cut off by a kill is dropped, and its opening played again.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from bot.cli.errors import NotOurFile
from bot.cli.reading import read_text


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """Who plays whom and from which openings: only results of equal keys are added up.

    `editions` are those of both contestants, so results of other weights, nets, books or levels are
    left out.
    """

    first: str
    second: str
    ruleset: str
    opening: int
    undecided: bool
    editions: str


@dataclass(frozen=True, slots=True)
class PairResult:
    """The first contestant's points from one opening of a seed, as orange and as gray."""

    seed: int
    number: int
    points: tuple[float, float]
    turns: int
    forfeits: tuple[str, ...] = ()


_BEGINNING: Final = '{"series": '
"""How each line begins."""


class ResultsFile:
    """A file of results."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[SeriesKey, list[PairResult]]:
        """Read all results; none if there is no file. Raise `NotOurFile`."""
        if not self._path.exists():
            return {}
        found: dict[SeriesKey, dict[tuple[int, int], PairResult]] = {}
        *lines, cut_off = read_text(self._path).split("\n")
        if not cut_off.startswith(_BEGINNING) and not _BEGINNING.startswith(cut_off):
            raise NotOurFile(self._path, "boop arena")
        try:
            for line in lines:
                stored = json.loads(line)
                key = SeriesKey(**stored.pop("series"))
                points, forfeits = tuple(stored.pop("points")), tuple(stored.pop("forfeits", ()))
                result = PairResult(**stored, points=points, forfeits=forfeits)
                # Two runs at the same time may have played the same opening.
                found.setdefault(key, {}).setdefault((result.seed, result.number), result)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise NotOurFile(self._path, "boop arena") from error
        return {key: list(results.values()) for key, results in found.items()}

    def read_of(self, key: SeriesKey) -> list[PairResult]:
        """Read the results of a series, with any seed."""
        return self.read().get(key, [])

    def add(self, key: SeriesKey, result: PairResult) -> None:
        """Add a result at the end."""
        stored = {"series": asdict(key), **asdict(result)}
        if not result.forfeits:
            del stored["forfeits"]
        with self._path.open("a+b") as file:
            file.seek(0)
            content = file.read()
            # Remove only a line that was cut off: another run may have added lines since.
            if content and not content.endswith(b"\n"):
                file.truncate(content.rfind(b"\n") + 1)
            file.write(json.dumps(stored, ensure_ascii=False).encode() + b"\n")
