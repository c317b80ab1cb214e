"""`boop engine`: the engine for other programs, in the protocol of docs/engine.md."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final, assert_never

import click

from bot.cli.reading import input_lines
from bot.cli.rules import ruleset_called
from bot.cli.sentences import sentence
from bot.engine import LEVELS, Level, StopFlag, Thought, Work, choose, level_of, think, turns_to_win
from bot.errors import StartRefusal, UserFacingError
from bot.game import (
    CLASSIC,
    DRAWN_AT,
    MOST_TURNS,
    Position,
    Ruleset,
    is_dead,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)


class ProtocolFault(Exception):
    """A line that the engine does not accept; its text is the sentence of the answer."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A position, the texts of all that have occurred, and why the match is over, if it is."""

    position: Position
    past: tuple[str, ...]
    over: str = ""


def state_at_start(position: Position) -> MatchState:
    """Return the state of a match that begins with a position."""
    return MatchState(position, (write_position(position),))


def read_state(ruleset: Ruleset, words: list[str]) -> MatchState:
    """Read `TEXT [turns T…]`, where the text may be `startpos`.

    Raise what parsing and playing raise, and `ProtocolFault` for a turn after the match's end.
    """
    at = words.index("turns") if "turns" in words else len(words)
    text = " ".join(words[:at])
    start = Position.start(ruleset) if text == "startpos" else read_position(text, ruleset)
    state = state_at_start(start)
    for word in words[at + 1 :]:
        state = _state_after(state, word)
    return state


def _state_after(state: MatchState, word: str) -> MatchState:
    if state.over:
        raise ProtocolFault(f"{word!r} cannot be played: {state.over}.")
    step = play(state.position, read_turn(word))
    text = write_position(step.after)
    past = (*state.past, text)
    over = ""
    if step.win is not None:
        over = f"{step.win.winner.name.lower()} has won"
    elif past.count(text) >= DRAWN_AT:
        over = f"it is drawn, because the position has occurred {DRAWN_AT} times"
    elif len(past) > MOST_TURNS:
        over = f"it is drawn after {MOST_TURNS} turns"
    elif not step.after.ruleset.keeps_pieces and is_dead(step.after):
        over = "it is drawn, because neither seat has three pieces left"
    return MatchState(step.after, past, over)


MOST: Final = 10**15
"""The largest number that is accepted."""


@dataclass(frozen=True, slots=True)
class ForMilliseconds:
    """Think for a time."""

    milliseconds: int


Limit = Level | Work | ForMilliseconds


@dataclass(frozen=True, slots=True)
class _SearchOrder:
    """A requested search."""

    state: MatchState
    limit: Limit
    stop: StopFlag


class EngineSession:
    """Executes line by line. Searches run one after another in their own thread."""

    def __init__(self, chance: Random, say: Callable[[str], None]) -> None:
        self._chance = chance
        self._say = say
        self._state = state_at_start(Position.start(CLASSIC))
        self._orders: queue.SimpleQueue[_SearchOrder | None] = queue.SimpleQueue()
        self._stops: list[StopFlag] = []
        self._quits = False

    def obey(self, lines: Iterable[str]) -> None:
        """Execute lines until `quit`, or until the lines end and all searches are done."""
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
        except (UserFacingError, StartRefusal) as refusal:
            self._say(f"error {sentence(refusal)}")

    def _do(self, word: str, rest: list[str]) -> None:
        match word:
            case "ugi":
                self._introduce()
            case "isready":
                # The first compilation takes a while, and should not count as thinking.
                think(Position.start(self._state.position.ruleset), (), Work(depth=3))
                self._say("readyok")
            case "newgame":
                if len(rest) != 1:
                    raise ProtocolFault("newgame takes a ruleset, as in 'newgame classic'.")
                self._state = state_at_start(Position.start(ruleset_called(rest[0])))
            case "position":
                self._state = read_state(self._state.position.ruleset, rest)
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
        if self._state.over:
            raise ProtocolFault(f"the match is over: {self._state.over}.")
        stop = StopFlag()
        self._stops.append(stop)
        self._orders.put(_SearchOrder(self._state, limit, stop))

    def _stop(self) -> None:
        for stop in self._stops:
            stop.raise_it()

    def _think_on(self) -> None:
        while (order := self._orders.get()) is not None:
            if not self._quits:
                thought = self._search(order)
                self._say(f"bestmove {write_turn(thought.turn)}")
            self._stops.remove(order.stop)

    def _search(self, order: _SearchOrder) -> Thought:
        began = monotonic()

        def report_thought(thought: Thought) -> None:
            self._say(thought_line(thought, monotonic() - began))

        position, past = order.state.position, order.state.past
        match order.limit:
            case Level() as level:
                return choose(level, position, past, self._chance, order.stop, report_thought)
            case Work() as work:
                return think(position, past, work, order.stop, listener=report_thought)
            case ForMilliseconds(milliseconds):
                timer = threading.Timer(milliseconds / 1000, order.stop.raise_it)
                timer.start()
                try:
                    return think(position, past, Work(), order.stop, listener=report_thought)
                finally:
                    timer.cancel()
            case _:
                assert_never(order.limit)


def limit_named(words: list[str]) -> Limit:
    """Read the limit of a search."""
    match words:
        case ["level", text]:
            number = _positive_number(text, f"level takes a whole number from 1 to {len(LEVELS)}")
            try:
                return level_of(number)
            except LookupError:
                raise ProtocolFault(
                    f"there is no level {number}; there are levels 1 to {len(LEVELS)}."
                ) from None
        case ["nodes", text]:
            return Work(nodes=_positive_number(text, "nodes takes a whole number from 1"))
        case ["movetime", text]:
            return ForMilliseconds(
                _positive_number(text, "movetime takes whole milliseconds from 1")
            )
    raise ProtocolFault("go takes 'level N', 'nodes N' or 'movetime MS'.")


def _positive_number(text: str, expected: str) -> int:
    """Read a whole number of 1 or more."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= MOST):
        raise ProtocolFault(f"{expected}, not {text!r}.")
    return int(text)


def thought_line(thought: Thought, seconds: float) -> str:
    """Write the result of a search as a line of information."""
    turns = turns_to_win(thought.score)
    if turns is None:
        score = str(thought.score)
    else:
        score = f"win {turns}" if turns > 0 else f"loss {-turns}"
    line = " ".join(map(write_turn, thought.line))
    rate = round(thought.nodes / max(seconds, 0.001))
    return f"info depth {thought.depth} nodes {thought.nodes} nps {rate} score {score} pv {line}"


@click.command("engine")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
def command(seed: int) -> None:
    """Speak the protocol of docs/engine.md, one command a line, until `quit` or end of input."""
    # The reader has gone, so there is no one to tell.
    with contextlib.suppress(BrokenPipeError):
        EngineSession(Random(seed), click.echo).obey(input_lines())  # noqa: S311 - variety, not secrets
