"""The file in which puzzles are kept, added to one at a time."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.commands.errors import FileNotText, FileUnreadable
from bot.engine.puzzles import FILE, Puzzle, read_puzzles, write_puzzles
from bot.game import Ruleset


@dataclass(slots=True)
class Kept:
    """The puzzles of a file, by ruleset."""

    path: Path
    puzzles: dict[Ruleset, tuple[Puzzle, ...]]

    @classmethod
    def read(cls, path: Path | None) -> Self:
        """Read the puzzles of a file, the program's own if none is named; none if it is not there.

        Raises `FileUnreadable`, `FileNotText` or `PuzzleUnreadable`.
        """
        path = path or FILE
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except OSError as error:
            raise FileUnreadable(path, error.strerror or str(error)) from error
        except UnicodeDecodeError as error:
            raise FileNotText(path, error.start) from error
        return cls(path, dict(read_puzzles(text)))

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets of which there are puzzles."""
        return tuple(self.puzzles)

    def of(self, ruleset: Ruleset) -> tuple[Puzzle, ...]:
        """Give the puzzles of a ruleset."""
        return self.puzzles.get(ruleset, ())

    def add(self, puzzle: Puzzle) -> None:
        """Write the file with one puzzle more; a reader sees the old file or the new one."""
        ruleset = puzzle.position.ruleset
        self.puzzles[ruleset] = (*self.of(ruleset), puzzle)
        beside = self.path.with_name(self.path.name + ".new")
        beside.write_text(write_puzzles(self.puzzles), encoding="utf-8")
        beside.replace(self.path)
