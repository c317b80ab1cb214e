"""What matches between two amount to: points, Elo, and how sure that is."""

import contextlib
import math
import multiprocessing
import os
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final, Self

import click

from bot.cli.compiling import begin_worker
from bot.cli.errors import ContestantMissing, NoSuchContestant
from bot.cli.rules import ruleset_called
from bot.engine.lab.matching import (
    Player,
    SoFar,
    at_level,
    greedy,
    guessing,
    play_match,
    random_opening,
    with_work,
)
from bot.engine.levels import LEVELS, level_of
from bot.engine.thinking import Work
from bot.game import GameRefusal, Ruleset, Seat, Turn, play, read_turn, write_turn
from bot.game.chance import Chance
from bot.text import gettext

SURE: Final = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of the first of two: for each opening its points with either seat, 1, 0.5 or 0."""

    pairs: tuple[tuple[float, float], ...] = ()

    def with_pair(self, as_orange: float, as_gray: float) -> "Tally":
        """Return the tally with one more opening."""
        return Tally((*self.pairs, (as_orange, as_gray)))

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return 2 * len(self.pairs)

    def count(self, points: float) -> int:
        """Count the matches that gave so many points."""
        return sum(result == points for pair in self.pairs for result in pair)

    @property
    def share(self) -> float:
        """The share of the points that the first has won."""
        return sum(map(sum, self.pairs)) / self.matches

    @property
    def share_as_orange(self) -> float:
        """The same, of the matches in which the first moved first."""
        return sum(pair[0] for pair in self.pairs) / len(self.pairs)

    @property
    def interval(self) -> tuple[float, float]:
        """Return between which shares the true one lies with 95 % confidence.

        By the spread of the openings' points, for the two matches of an opening hang together; by
        Wilson's formula where there is no spread to go by.
        """
        share, openings = self.share, len(self.pairs)
        spread = sum((sum(pair) / 2 - share) ** 2 for pair in self.pairs)
        if openings < 2 or spread == 0:
            return wilson(share, self.matches)
        apart = SURE * math.sqrt(spread / (openings - 1) / openings)
        return max(share - apart, 0.0), min(share + apart, 1.0)


def wilson(share: float, matches: int) -> tuple[float, float]:
    """Return Wilson's interval of a share, 95 %."""
    square = SURE * SURE / matches
    middle = (share + square / 2) / (1 + square)
    apart = SURE / (1 + square) * math.sqrt(share * (1 - share) / matches + square / (4 * matches))
    # Rounding would leave what is everything or nothing a hair short of it.
    return max(middle - apart, 0.0) if share else 0.0, middle + apart if share < 1 else 1.0


def elo(share: float) -> float:
    """Return the difference in Elo that promises such a share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)


def elo_text(share: float) -> str:
    """Write the difference in Elo that promises such a share."""
    difference = elo(share)
    if math.isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{difference:+.0f}"


def report(tally: Tally) -> str:
    """Write the results in two lines."""
    low, high = tally.interval
    return gettext(
        "won {won}, drawn {drawn}, lost {lost}: {share} of the points, {as_orange} as orange\n"
        "Elo {elo}, 95% confidence interval {low} to {high}",
        won=tally.count(1.0),
        drawn=tally.count(0.5),
        lost=tally.count(0.0),
        share=f"{tally.share:.1%}",
        as_orange=f"{tally.share_as_orange:.1%}",
        elo=elo_text(tally.share),
        low=elo_text(low),
        high=elo_text(high),
    )


FAREWELL: Final = 5.0
"""Seconds that a program has to end once it was asked to quit."""


class Forfeit(Exception):
    """A program has ended, stays silent, or plays what is no turn; the text says which."""


class OtherEngine:
    """Runs a program, and plays what it plays. Raise `Forfeit` if that is nothing.

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
        """Read on to the line that begins with a word, and return the rest of it."""
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


__all__ = ["Command", "Contestant", "Forfeit", "OurOwn", "contestant_named", "seated"]

DEFAULT_GO: Final = "movetime 1000"


@dataclass(frozen=True, slots=True)
class Command:
    """A program that speaks the protocol of docs/engine.md, and what follows its `go`."""

    words: tuple[str, ...]
    go: str


@dataclass(frozen=True, slots=True)
class OurOwn:
    """Somebody who plays in this process: `kind` is level, nodes, guess or greedy."""

    kind: str
    number: int = 0


Contestant = Command | OurOwn


def contestant_named(text: str) -> Contestant:
    """Read `level:5`, `nodes:2000`, `guess:3`, `greedy`, or `command ARGUMENT… [@ GO]`.

    Raise `NoSuchContestant`.
    """
    kind, colon, number = text.partition(":")
    if text == "greedy":
        return OurOwn("greedy")
    if colon and kind in ("level", "nodes", "guess"):
        if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 12 and int(number)):
            raise NoSuchContestant(text, len(LEVELS))
        if kind == "level" and int(number) > len(LEVELS):
            raise NoSuchContestant(text, len(LEVELS))
        return OurOwn(kind, int(number))
    command, _, go = text.partition("@")
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        words = ()
    if not words:
        raise NoSuchContestant(text, len(LEVELS))
    return Command(words, go.strip() or DEFAULT_GO)


@contextmanager
def seated(contestant: Contestant, chance: Chance, patience: float) -> Iterator[Player]:
    """Have somebody play, for as long as the context lasts."""
    match contestant:
        case Command(words, go):
            with OtherEngine(words, go, patience) as engine:
                yield engine
        case OurOwn("level", number):
            yield at_level(level_of(number), chance)
        case OurOwn("nodes", number):
            yield with_work(Work(nodes=number))
        case OurOwn("guess", number):
            yield guessing(number)
        case OurOwn():
            yield greedy(chance)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and how: the ruleset's name, and how many random turns come first."""

    first: Contestant
    second: Contestant
    ruleset: str
    opening: int
    seed: int
    patience: float


@dataclass(frozen=True, slots=True)
class PairResult:
    """The first contestant's points from one opening, as orange and as gray."""

    points: tuple[float, float]
    turns: int
    forfeits: tuple[str, ...] = ()


def results(pairing: Pairing, openings: int, processes: int) -> Iterator[PairResult]:
    """Play each opening with either seat, and yield the results as they come.

    The openings and all other chance follow from the seed, however many processes there are.
    """
    if processes == 1:
        for number in range(openings):
            yield play_pair(pairing, number)
        return
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=begin_worker) as pool:
        waiting = [pool.submit(play_pair, pairing, number) for number in range(openings)]
        for done in as_completed(waiting):
            yield done.result()


def play_pair(pairing: Pairing, number: int) -> PairResult:
    """Play one opening with either seat."""
    ruleset = ruleset_called(pairing.ruleset)
    opening = random_opening(ruleset, pairing.opening, _chance(pairing, number, "opening"))
    with (
        seated(pairing.first, _chance(pairing, number, "first"), pairing.patience) as first,
        seated(pairing.second, _chance(pairing, number, "second"), pairing.patience) as second,
    ):
        ends = [_play(ruleset, opening, {seat: first, seat.other: second}, seat) for seat in Seat]
    return PairResult(
        (ends[0].points, ends[1].points),
        sum(end.turns for end in ends),
        tuple(end.forfeit for end in ends if end.forfeit),
    )


def _chance(pairing: Pairing, number: int, what: str) -> Random:
    return Random(f"{pairing.seed} {number} {what}")  # noqa: S311 - to be repeated, not secret


@dataclass(frozen=True, slots=True)
class _End:
    """How a match ended for one of the two."""

    points: float
    turns: int
    forfeit: str = ""


def _play(
    ruleset: Ruleset, opening: tuple[Turn, ...], players: dict[Seat, Player], seat: Seat
) -> _End:
    """Play one match, and report it for the player on that seat."""
    try:
        played = play_match(
            ruleset, opening, {each: _watched(each, players[each]) for each in Seat}
        )
    except _Forfeited as end:
        return _End(float(end.seat is not seat), end.turns, end.reason)
    points = 0.5 if played.winner is None else float(played.winner is seat)
    return _End(points, len(played.turns))


@dataclass(eq=False, slots=True)
class _Forfeited(Exception):
    """A match has ended because somebody did not play."""

    seat: Seat
    turns: int
    reason: str


def _watched(seat: Seat, player: Player) -> Player:
    def watched(match: SoFar) -> Turn:
        try:
            return player(match)
        except Forfeit as forfeit:
            raise _Forfeited(seat, len(match.turns), str(forfeit)) from forfeit

    return watched


@click.command("arena")
@click.argument("first")
@click.argument("second")
@click.option("--ruleset", default="classic", show_default=True)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=200,
    show_default=True,
    help="How many matches to play; an even number, as each opening is played from both seats.",
)
@click.option(
    "--opening",
    type=click.IntRange(min=0, max=40),
    default=4,
    show_default=True,
    help="How many random turns each match starts with.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same openings.")
@click.option(
    "--parallel",
    type=click.IntRange(min=1),
    help="How many processes to use; by default, one per core.",
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="How many seconds a program has to answer.",
)
def command(
    first: str,
    second: str,
    ruleset: str,
    games: int,
    opening: int,
    seed: int,
    parallel: int | None,
    patience: float,
) -> None:
    """Play FIRST against SECOND, each from both seats of the same random openings.

    Each is one of these: level:1 to level:8; nodes:N, the engine with that many nodes; greedy,
    which looks one turn ahead; guess:N, which looks N turns ahead with hand-written weights; or the
    quoted command line of a program that speaks the protocol of docs/engine.md, followed by @ and
    the arguments for its go command, as in "boop engine @ nodes 500".
    """
    processes = parallel or os.cpu_count() or 1
    if games % 2:
        raise click.UsageError(f"--games is {games}; wanted is an even number.")
    pairing = Pairing(
        contestant_named(first),
        contestant_named(second),
        ruleset_called(ruleset).name,
        opening,
        seed,
        patience,
    )
    click.echo(
        gettext(
            "{first} against {second}, {ruleset}, {games} matches, seed {seed}",
            first=first,
            second=second,
            ruleset=ruleset,
            games=games,
            seed=seed,
        )
    )
    tally = Tally()
    turns = 0
    reported = 0
    for result in results(pairing, games // 2, processes):
        tally = tally.with_pair(*result.points)
        turns += result.turns
        for forfeit in result.forfeits:
            click.echo("  " + gettext("forfeit: {reason}", reason=forfeit), err=True)
        if tally.matches * 10 // games > reported:
            reported = tally.matches * 10 // games
            click.echo(f"  {tally.matches} of {games}: {tally.share:.1%}", err=True)
    click.echo(report(tally))
    length = f"{turns / tally.matches:.0f}"
    click.echo(gettext("Average length: {turns} turns", turns=length))
