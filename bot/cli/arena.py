"""`boop arena`: engines play each other, to measure which is stronger, and with what certainty."""

import functools
import math
import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import click

from bot.cli.compiling import begin_worker
from bot.cli.console import note
from bot.cli.contestants import Contestant, Forfeit, contestant_named, seated
from bot.cli.rules import ruleset_called
from bot.engine.lab.matching import MatchInProgress, Player, play_match, random_opening
from bot.engine.lab.tally import Tally, elo
from bot.game import Ruleset, Seat, Turn
from bot.text import gettext

PATIENCE: Final = 60.0
MATCHES: Final = 200


@dataclass(frozen=True, slots=True)
class Series:
    """How many matches two contestants play, in how many processes, from which random openings.

    Each opening has `opening` random turns, and is played from both seats.
    """

    matches: int
    opening: int
    seed: int
    processes: int

    @property
    def openings(self) -> int:
        """How many openings are played."""
        return self.matches // 2


def takes_series(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that describe a `Series`, which the command gets as `series`."""

    @click.option(
        "--games",
        type=click.IntRange(min=2),
        default=MATCHES,
        show_default=True,
        help="How many matches two play; an even number, as each opening is played from both "
        "seats.",
    )
    @click.option(
        "--opening",
        type=click.IntRange(min=0, max=40),
        default=4,
        show_default=True,
        help="How many random turns each match starts with.",
    )
    @click.option(
        "--seed", default=1, show_default=True, help="The same seed gives the same openings."
    )
    @click.option(
        "--parallel",
        type=click.IntRange(min=1),
        help="How many processes to use; by default, one per core.",
    )
    @functools.wraps(command)
    def with_series(
        *, games: int, opening: int, seed: int, parallel: int | None, **others: Any
    ) -> None:
        if games % 2:
            raise click.UsageError(f"--games is {games}; wanted is an even number.")
        processes = parallel or os.cpu_count() or 1
        command(series=Series(games, opening, seed, processes), **others)

    return with_series


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which contestants play, and how; a program has `patience` seconds for each answer."""

    first: Contestant
    second: Contestant
    ruleset: str
    series: Series
    patience: float = PATIENCE


@dataclass(frozen=True, slots=True)
class PairResult:
    """The first contestant's points from one opening, as orange and as gray."""

    points: tuple[float, float]
    turns: int
    forfeits: tuple[str, ...] = ()


def results(pairing: Pairing) -> Iterator[PairResult]:
    """Play each opening with either seat, and yield the results as they arrive.

    The openings and all other chance follow from the seed, for any number of processes.
    """
    openings, processes = pairing.series.openings, pairing.series.processes
    if processes == 1:
        for number in range(openings):
            yield play_pair(pairing, number)
        return
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=begin_worker) as pool:
        waiting = [pool.submit(play_pair, pairing, number) for number in range(openings)]
        for done in as_completed(waiting):
            yield done.result()


def play_series(
    pairing: Pairing, on_pair: Callable[[PairResult], None], on_tenth: Callable[[Tally], None]
) -> Tally:
    """Play all matches; call `on_pair` with each result, and `on_tenth` each tenth of the way."""
    tally, openings = Tally(), pairing.series.openings
    for result in results(pairing):
        before = len(tally.pairs) * 10 // openings
        tally = tally.with_pair(*result.points)
        on_pair(result)
        if len(tally.pairs) * 10 // openings > before:
            on_tenth(tally)
    return tally


def play_pair(pairing: Pairing, number: int) -> PairResult:
    """Play one opening with either seat."""
    ruleset = ruleset_called(pairing.ruleset)
    opening = random_opening(ruleset, pairing.series.opening, _chance(pairing, number, "opening"))
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
    return Random(f"{pairing.series.seed} {number} {what}")  # noqa: S311 - to be repeated, not secret


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
    except _Forfeit as end:
        return _End(float(end.seat is not seat), end.turns, end.reason)
    points = 0.5 if played.winner is None else float(played.winner is seat)
    return _End(points, len(played.turns))


@dataclass(eq=False, slots=True)
class _Forfeit(Exception):
    """A match has ended because a contestant did not play."""

    seat: Seat
    turns: int
    reason: str


def _watched(seat: Seat, player: Player) -> Player:
    def watched(match: MatchInProgress) -> Turn:
        try:
            return player(match)
        except Forfeit as forfeit:
            raise _Forfeit(seat, len(match.turns), str(forfeit)) from forfeit

    return watched


def elo_text(share: float) -> str:
    """Write the difference in Elo that predicts that share."""
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


@click.command("arena")
@click.argument("first")
@click.argument("second")
@click.option("--ruleset", default="classic", show_default=True)
@takes_series
@click.option(
    "--patience",
    type=click.FloatRange(min=0.1),
    default=PATIENCE,
    show_default=True,
    help="How many seconds a program has to answer.",
)
def command(first: str, second: str, ruleset: str, series: Series, patience: float) -> None:
    """Play FIRST against SECOND, each from both seats of the same random openings.

    Each is one of these: level:1 to level:8; nodes:N, the engine with that many nodes; greedy,
    which looks one turn ahead; guess:N, which looks N turns ahead with hand-written weights; or the
    quoted command line of a program that speaks the protocol of docs/engine.md, followed by @ and
    the arguments for its go command, as in "boop engine @ nodes 500".
    """
    pairing = Pairing(
        contestant_named(first),
        contestant_named(second),
        ruleset_called(ruleset).name,
        series,
        patience,
    )
    click.echo(
        gettext(
            "{first} against {second}, {ruleset}, {games} matches, seed {seed}",
            first=first,
            second=second,
            ruleset=ruleset,
            games=series.matches,
            seed=series.seed,
        )
    )
    turns = 0

    def on_pair(result: PairResult) -> None:
        nonlocal turns
        turns += result.turns
        for forfeit in result.forfeits:
            note("  " + gettext("forfeit: {reason}", reason=forfeit))

    def on_tenth(tally: Tally) -> None:
        note(f"  {tally.matches} of {series.matches}: {tally.share:.1%}")

    tally = play_series(pairing, on_pair, on_tenth)
    click.echo(report(tally))
    length = f"{turns / tally.matches:.0f}"
    click.echo(gettext("Average length: {turns} turns", turns=length))
