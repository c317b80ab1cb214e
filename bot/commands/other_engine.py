"""Another program as a player: it is told the match and asked for its turn, line by line."""

import contextlib
import queue
import subprocess
import threading
from collections.abc import Sequence
from time import monotonic
from typing import Final, Self

from bot.commands.errors import ContestantMissing
from bot.engine.matching import SoFar
from bot.game import GameRefusal, Ruleset, Turn, play, read_turn, write_turn

FAREWELL: Final = 5.0
"""Seconds that a program has to end once it was told to quit."""


class Forfeit(Exception):
    """A program has ended, stays silent, or plays what is no turn; the text says which."""


class OtherEngine:
    """Runs a program, and plays what it plays. Raises `Forfeit` where that is nothing.

    `ContestantMissing` when it cannot even be run. It has `patience` seconds for each answer.
    """

    def __init__(self, words: Sequence[str], go: str, patience: float) -> None:
        self._words = words
        self._go = go
        self._patience = patience
        self._greeted = False
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the caller's own command line
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise ContestantMissing(self._words[0], str(error.strerror)) from error
        self._listener = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Forfeit):
            self._say("quit")
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __call__(self, match: SoFar) -> Turn:
        """Ask for a turn."""
        if not self._greeted:
            self._greet(match.position.ruleset)
        turns = " ".join(map(write_turn, match.turns))
        self._say(f"position startpos turns {turns}" if turns else "position startpos")
        self._say(f"go {self._go}")
        answer = self._await("bestmove")
        try:
            turn = read_turn(answer)
            play(match.position, turn)
        except GameRefusal as refusal:
            raise Forfeit(f"{answer!r} is no legal turn") from refusal
        return turn

    def _greet(self, ruleset: Ruleset) -> None:
        self._greeted = True
        self._say("ugi")
        self._await("ugiok")
        self._say(f"newgame {ruleset.name}")
        self._say("isready")
        self._await("readyok")

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)
        self._lines.put(None)

    def _say(self, line: str) -> None:
        sink = self._process.stdin
        try:
            if sink is not None:
                sink.write(line + "\n")
                sink.flush()
        except OSError as error:
            raise Forfeit(f"{self._words[0]} has ended") from error

    def _await(self, word: str) -> str:
        """Read on to the line that begins with a word, and give the rest of it."""
        until = monotonic() + self._patience
        while True:
            try:
                line = self._lines.get(timeout=max(until - monotonic(), 0.0))
            except queue.Empty:
                raise Forfeit(f"{self._words[0]} has not said {word!r} in time") from None
            if line is None:
                self._lines.put(None)
                raise Forfeit(f"{self._words[0]} has ended")
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest
            if first == "error":
                raise Forfeit(f"{self._words[0]} answers {line.strip()!r}")
