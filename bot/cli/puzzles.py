"""`boop puzzles`: find more puzzles, and measure and verify those in the file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Self

import click

from bot.cli.console import tell
from bot.cli.reading import read_text, replace_file
from bot.cli.rules import ruleset_called
from bot.engine.finding import MOST_NODES, difficulty_of
from bot.engine.lab.puzzle_checking import flaws_in
from bot.engine.lab.puzzle_making import Collection, make_puzzles
from bot.engine.proving import Prover
from bot.engine.puzzles import FILE, Puzzle, line_of, read_puzzles, write_sections
from bot.game import Ruleset
from bot.text import gettext, ngettext


@dataclass(slots=True)
class PuzzleFile:
    """The puzzles of a file, by ruleset, and their lines."""

    path: Path
    puzzles: dict[Ruleset, list[Puzzle]]
    lines: dict[Ruleset, list[str]]

    @classmethod
    def read(cls, path: Path | None) -> Self:
        """Read the puzzles of a file, by default the program's own; none if it does not exist.

        Raise `FileUnreadable`, `FileNotText` or `PuzzleUnreadable`.
        """
        path = path or FILE
        puzzles = read_puzzles(read_text(path) if path.exists() else "")
        return cls(path, puzzles, {each: list(map(line_of, of)) for each, of in puzzles.items()})

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets that have puzzles."""
        return tuple(self.puzzles)

    def of(self, ruleset: Ruleset) -> Sequence[Puzzle]:
        """Return the puzzles of a ruleset."""
        return self.puzzles.get(ruleset, ())

    def add(self, ruleset: Ruleset, puzzles: Sequence[Puzzle]) -> None:
        """Add puzzles to the file, which is replaced atomically."""
        self.puzzles.setdefault(ruleset, []).extend(puzzles)
        self.lines.setdefault(ruleset, []).extend(map(line_of, puzzles))
        self._write()

    def replace(self, ruleset: Ruleset, puzzles: Sequence[Puzzle]) -> None:
        """Replace the puzzles of a ruleset in the file."""
        self.puzzles[ruleset] = list(puzzles)
        self.lines[ruleset] = list(map(line_of, puzzles))
        self._write()

    def _write(self) -> None:
        replace_file(self.path, write_sections(self.lines).encode())


_FILE = click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the puzzles are; by default, the program's own file.",
)


@click.group("puzzles")
def command() -> None:
    """Make puzzles, and measure and verify existing ones."""


@command.command("make")
@click.option("--ruleset", default="classic", show_default=True)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="How many puzzles to add.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same matches.")
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    default=5_000,
    show_default=True,
    help="How many matches to play at most.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=MOST_NODES,
    show_default=True,
    help="How many positions to try for each question; with fewer, hard puzzles are passed over.",
)
@_FILE
def make(ruleset: str, count: int, seed: int, matches: int, nodes: int, file: Path | None) -> None:
    """Find puzzles in matches between levels.

    Each one is kept as soon as it is found, so you can interrupt the command at any time. Existing
    puzzles keep their numbers.
    """
    played = ruleset_called(ruleset)
    kept = PuzzleFile.read(file)
    have = tuple(kept.of(played))
    collection = Collection(played, have, len(have) + count)
    tell(
        gettext(
            "{ruleset}: {have} puzzles, making {count} more, seed {seed}",
            ruleset=ruleset,
            have=len(have),
            count=count,
            seed=seed,
        )
    )
    began = monotonic()
    found = 0

    def chance_of(match: int) -> Random:
        return Random(f"{seed} {played.name} {match}")  # noqa: S311 - to be repeated, not secret

    for searched in make_puzzles(played, collection, chance_of, nodes):
        if searched.puzzles:
            found += len(searched.puzzles)
            kept.add(played, searched.puzzles)
        if searched.match % 25 == 0 or collection.is_full or searched.match == matches:
            line = gettext(
                "{matches} matches, {found} found, {seconds} s",
                matches=searched.match,
                found=found,
                seconds=f"{monotonic() - began:.0f}",
            )
            tell("  " + line)
        if searched.match == matches:
            break
    if found < count:
        raise click.ClickException(
            gettext(
                "{matches} matches gave {found} of {count} puzzles; try another seed.",
                matches=matches,
                found=found,
                count=count,
            )
        )


@command.command("measure")
@click.option("--ruleset", help="The ruleset whose puzzles to measure; by default, all.")
@_FILE
def measure(ruleset: str | None, file: Path | None) -> None:
    """Measure anew how difficult each puzzle is, as the levels play now.

    Nothing else of a puzzle changes. Without the extra fast, this takes very long.
    """
    kept = PuzzleFile.read(file)
    for each in kept.rulesets if ruleset is None else (ruleset_called(ruleset),):
        began = monotonic()
        before, measured = tuple(kept.of(each)), []
        for puzzle in before:
            measured.append(replace(puzzle, difficulty=difficulty_of(puzzle)))
            if len(measured) % 50 == 0 or len(measured) == len(before):
                changed = sum(old != new for old, new in zip(before, measured, strict=False))
                line = gettext(
                    "{ruleset}: {done} of {puzzles}, {changed} changed, {seconds} s",
                    ruleset=each.name,
                    done=len(measured),
                    puzzles=len(before),
                    changed=changed,
                    seconds=f"{monotonic() - began:.0f}",
                )
                tell(line)
        kept.replace(each, measured)


@command.command("verify")
@click.option("--ruleset", help="The ruleset whose puzzles to verify; by default, all.")
@_FILE
def verify(ruleset: str | None, file: Path | None) -> None:
    """Prove every puzzle again by trying all turns and replies; check that no two are alike.

    The exit status is 1 if anything is wrong. This takes seconds with the extra fast, and minutes
    without it.
    """
    kept = PuzzleFile.read(file)
    chosen = kept.rulesets if ruleset is None else (ruleset_called(ruleset),)
    wrong = 0
    for each in chosen:
        began = monotonic()
        puzzles = kept.of(each)
        for number, (puzzle, flaw) in enumerate(flaws_in(each, puzzles, Prover(each)), 1):
            if flaw is not None:
                wrong += 1
                where = puzzle.id
                if flaw.turn:
                    where = gettext("{puzzle}, turn {turn}", puzzle=puzzle.id, turn=flaw.turn)
                tell(f"  {where}: {flaw.fault.value}")
            if number % 50 == 0 or number == len(puzzles):
                passed = monotonic() - began
                tell(f"{each.name}: {number} of {len(puzzles)}, {passed:.0f} s")
    if wrong:
        raise click.ClickException(
            ngettext("{count} puzzle is wrong.", "{count} puzzles are wrong.", wrong)
        )
