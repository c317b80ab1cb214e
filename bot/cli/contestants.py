"""The players of the arena: the engine at some strength, or a program that speaks its protocol."""

import contextlib
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from time import monotonic
from typing import Final, Self
from zlib import crc32

from bot.cli.errors import ContestantMissing, NoSuchContestant
from bot.engine.book import own_book
from bot.engine.evaluation import weights_of
from bot.engine.lab.matching import MatchInProgress, Player, at_level, greedy, guessing, with_work
from bot.engine.levels import LEVELS, knows_book, level_in, level_of, net_for
from bot.engine.thinking import Work
from bot.game import GameRefusal, Ruleset, Turn, play, read_turn, write_turn
from bot.game.chance import Chance

FAREWELL: Final = 5.0
"""How many seconds a program has to end after it was asked to quit."""


class Forfeit(Exception):
    """A program has ended, stays silent, or plays no valid turn; the text says which."""


class OtherEngine:
    """Runs a program and plays its turns. Raise `Forfeit` if the program plays none.

    Raise `ContestantMissing` if it cannot be run. It has `patience` seconds for each answer.
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
                errors="backslashreplace",
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

    def __call__(self, match: MatchInProgress) -> Turn:
        """Ask for a turn."""
        if not self._greeted:
            self._greet(match.position.ruleset)
        turns = [write_turn(turn) for turn in match.turns]
        self._say(" ".join(["position", "startpos", *(["turns", *turns] if turns else [])]))
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
            self._lines.put(line.removeprefix("\ufeff").strip())
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
        """Read up to the line that begins with a word, and return the rest of the line."""
        until = monotonic() + self._patience
        while True:
            try:
                line = self._lines.get(timeout=max(until - monotonic(), 0.0))
            except queue.Empty:
                raise Forfeit(f"{self._words[0]} has not said {word!r} in time") from None
            if line is None:
                self._lines.put(None)
                raise Forfeit(f"{self._words[0]} has ended")
            first, *rest = line.split(maxsplit=1) or [""]
            if first == word:
                return "".join(rest)
            if first == "error":
                raise Forfeit(f"{self._words[0]} answers {line!r}")


DEFAULT_GO: Final = "movetime 1000"


@dataclass(frozen=True, slots=True)
class Command:
    """A program that speaks the protocol of docs/engine.md, and the arguments of its `go`."""

    words: tuple[str, ...]
    go: str

    def __str__(self) -> str:
        return f"{shlex.join(self.words)} @ {self.go}"


@dataclass(frozen=True, slots=True)
class LocalContestant:
    """A contestant that plays in this process: `kind` is level, nodes, guess or greedy."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}" if self.number else self.kind


Contestant = Command | LocalContestant


def contestant_named(text: str) -> Contestant:
    """Read `level:5`, `nodes:2000`, `guess:3`, `greedy`, or `command ARGUMENT… [@ GO]`.

    Raise `NoSuchContestant` for any other text.
    """
    kind, colon, number = text.partition(":")
    if text == "greedy":
        return LocalContestant("greedy")
    if colon and kind in ("level", "nodes", "guess"):
        if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 12 and int(number)):
            raise NoSuchContestant(text, len(LEVELS))
        if kind == "level" and int(number) > len(LEVELS):
            raise NoSuchContestant(text, len(LEVELS))
        return LocalContestant(kind, int(number))
    command, _, go = text.partition("@")
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        words = ()
    if not words:
        raise NoSuchContestant(text, len(LEVELS))
    return Command(words, go.strip() or DEFAULT_GO)


@contextmanager
def player_of(contestant: Contestant, chance: Chance, patience: float) -> Iterator[Player]:
    """Yield the player of a contestant, which plays while the context lasts."""
    match contestant:
        case Command(words, go):
            with OtherEngine(words, go, patience) as engine:
                yield engine
        case LocalContestant("level", number):
            yield at_level(level_of(number), chance)
        case LocalContestant("nodes", number):
            yield with_work(Work(nodes=number))
        case LocalContestant("guess", number):
            yield guessing(number)
        case LocalContestant():
            yield greedy(chance)


def edition_of(contestant: Contestant, ruleset: Ruleset) -> str:
    """Return a checksum of the data with which a contestant plays a ruleset.

    It covers weights, nets, the book and the levels, but not the code of the search.
    """
    match contestant:
        case LocalContestant("level", number):
            level = level_in(level_of(number), ruleset)
            net = net_for(level, ruleset)
            book = own_book().get(ruleset) if knows_book(level) else None
            opened = (book.answered, book.edge) if book else ()
            plays_by: tuple[object, ...] = (astuple(level), net and astuple(net), opened)
        case LocalContestant("nodes"):
            plays_by = ()
        case _:
            return "-"
    return f"{crc32(repr((weights_of(ruleset), *plays_by)).encode()):08x}"
