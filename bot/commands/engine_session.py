"""What a program says to the engine, and what the engine answers: docs/engine.md."""

import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final, assert_never

from bot.commands.engine_position import ProtocolFault, Standing, played_on, stood
from bot.commands.rulesets import ruleset_called
from bot.commands.sentences import sentence
from bot.engine import LEVELS, Level, StopFlag, Thought, Work, choose, level_of, think, turns_to_win
from bot.errors import Refusal, StartRefusal
from bot.game import CLASSIC, Position, write_turn

MOST: Final = 10**15
"""The largest number that may be asked for."""


@dataclass(frozen=True, slots=True)
class ForMilliseconds:
    """Think until so much time has passed."""

    milliseconds: int


Limit = Level | Work | ForMilliseconds


@dataclass(frozen=True, slots=True)
class _Order:
    """One search that was asked for."""

    standing: Standing
    limit: Limit
    stop: StopFlag


class Session:
    """Obeys line by line. Searches are done one after another by a thread of their own."""

    def __init__(self, chance: Random, say: Callable[[str], None]) -> None:
        self._chance = chance
        self._say = say
        self._standing = stood(Position.start(CLASSIC))
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._stops: list[StopFlag] = []
        self._quits = False

    def obey(self, lines: Iterable[str]) -> None:
        """Obey until `quit`, or until the lines end and what was asked for is thought out."""
        thinker = threading.Thread(target=self._think_on, name="thinker")
        thinker.start()
        try:
            for line in lines:
                self._obey_line(line)
                if self._quits:
                    break
        finally:
            self._orders.put(None)
            thinker.join()

    def _obey_line(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        try:
            self._do(words[0], words[1:])
        except ProtocolFault as fault:
            self._say(f"error {fault}")
        except (Refusal, StartRefusal) as refusal:
            self._say(f"error {sentence(refusal)}")

    def _do(self, word: str, rest: list[str]) -> None:
        match word:
            case "ugi":
                self._introduce()
            case "isready":
                # Compiling takes a while the first time, and should not count as thinking.
                think(Position.start(self._standing.position.ruleset), (), Work(depth=3))
                self._say("readyok")
            case "newgame":
                if len(rest) != 1:
                    raise ProtocolFault("newgame takes a ruleset, as in 'newgame classic'.")
                self._standing = stood(Position.start(ruleset_called(rest[0])))
            case "position":
                self._standing = played_on(self._standing.position.ruleset, rest)
            case "go":
                self._go(limit_named(rest))
            case "stop":
                self._stop()
            case "quit":
                self._quits = True
                self._stop()
            case _:
                raise ProtocolFault(
                    f"there is no command {word!r}; there is ugi, isready, newgame, position, go, "
                    "stop and quit."
                )

    def _introduce(self) -> None:
        self._say("id name boop-bot")
        for level in LEVELS:
            fast = " needs fast" if level.needs_fast else ""
            self._say(f"id level {level.number} {level.name}{fast}")
        self._say("ugiok")

    def _go(self, limit: Limit) -> None:
        if self._standing.over:
            raise ProtocolFault(f"the match is over: {self._standing.over}.")
        stop = StopFlag()
        self._stops.append(stop)
        self._orders.put(_Order(self._standing, limit, stop))

    def _stop(self) -> None:
        for stop in self._stops:
            stop.raise_it()

    def _think_on(self) -> None:
        while (order := self._orders.get()) is not None:
            if not self._quits:
                thought = self._thought(order)
                self._say(f"bestmove {write_turn(thought.turn)}")
            self._stops.remove(order.stop)

    def _thought(self, order: _Order) -> Thought:
        began = monotonic()

        def heard(thought: Thought) -> None:
            self._say(told(thought, monotonic() - began))

        position, past = order.standing.position, order.standing.past
        match order.limit:
            case Level() as level:
                return choose(level, position, past, self._chance, order.stop, heard)
            case Work() as work:
                return think(position, past, work, order.stop, heard=heard)
            case ForMilliseconds(milliseconds):
                timer = threading.Timer(milliseconds / 1000, order.stop.raise_it)
                timer.start()
                try:
                    return think(position, past, Work(), order.stop, heard=heard)
                finally:
                    timer.cancel()
            case _:
                assert_never(order.limit)


def limit_named(words: list[str]) -> Limit:
    """Read what a search is limited by."""
    match words:
        case ["level", text]:
            number = _whole(text, f"level takes a number from 1 to {len(LEVELS)}")
            try:
                return level_of(number)
            except LookupError:
                raise ProtocolFault(
                    f"there is no level {number}, but 1 to {len(LEVELS)}."
                ) from None
        case ["nodes", text]:
            return Work(nodes=_whole(text, "nodes takes a number"))
        case ["movetime", text]:
            return ForMilliseconds(_whole(text, "movetime takes milliseconds"))
    raise ProtocolFault("go takes 'level N', 'nodes N' or 'movetime MS'.")


def _whole(text: str, wanted: str) -> int:
    """Read a whole number of 1 or more."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= MOST):
        raise ProtocolFault(f"{wanted}, a whole one from 1 on, not {text!r}.")
    return int(text)


def told(thought: Thought, seconds: float) -> str:
    """Write what was thought as a line of information."""
    turns = turns_to_win(thought.score)
    if turns is None:
        score = str(thought.score)
    else:
        score = f"win {turns}" if turns > 0 else f"loss {-turns}"
    line = " ".join(map(write_turn, thought.line))
    rate = round(thought.nodes / max(seconds, 0.001))
    return f"info depth {thought.depth} nodes {thought.nodes} nps {rate} score {score} pv {line}"
