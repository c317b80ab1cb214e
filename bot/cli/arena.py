"""`boop arena`: engines play each other, to measure which is stronger, and how certain that is."""

import functools
import math
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from bot.cli.console import note
from bot.cli.contestants import Contestant, Forfeit, contestant_named, edition_of, player_of
from bot.cli.match_results import PairResult, ResultsFile, SeriesKey
from bot.cli.parallel import processes_or_cores, run_parallel
from bot.cli.rules import ruleset_called
from bot.engine.lab.matching import (
    MatchInProgress,
    Player,
    play_match,
    random_opening,
    undecided_opening,
)
from bot.engine.lab.tally import Tally, elo
from bot.game import Ruleset, Seat, Turn
from bot.text import gettext

PATIENCE: Final = 60.0
MATCHES: Final = 200
FEWEST_PAIRS: Final = 10
"""The fewest pairs to play before a series may stop early: an interval of fewer means little."""


@dataclass(frozen=True, slots=True)
class Series:
    """How many matches two contestants play, in how many processes, from which random openings.

    Each opening has `opening` random turns, and is played from both seats. With `undecided`, a
    search must find neither seat ahead after it. A file can keep the results. The series stops
    early once the confidence interval of the share of points lies above or below `stop_at`.
    """

    matches: int
    opening: int
    seed: int
    processes: int
    undecided: bool = False
    file: Path | None = None
    stop_at: float | None = None

    @property
    def openings(self) -> int:
        """How many openings are played."""
        return self.matches // 2

    @property
    def may_differ(self) -> bool:
        """Whether a search chooses the openings, or fewer matches than `matches` may be played."""
        return self.undecided or self.stop_at is not None

    def is_clear(self, tally: Tally) -> bool:
        """Return whether the series may stop early."""
        if self.stop_at is None or len(tally.pairs) < FEWEST_PAIRS:
            return False
        low, high = tally.interval
        return not low <= self.stop_at <= high


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
    @click.option(
        "--undecided",
        is_flag=True,
        help="Take only openings after which a search finds neither seat ahead.",
    )
    @click.option(
        "--results",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Keep the results of each opening in this file. The same command continues after an "
        "interruption, and results of other seeds between the same two are added.",
    )
    @click.option(
        "--stop-at",
        type=click.FloatRange(0, 1),
        help="Stop early once the 95% confidence interval lies above or below this share of the "
        "points, after ten openings at least.",
    )
    @functools.wraps(command)
    def with_series(
        *,
        games: int,
        opening: int,
        seed: int,
        parallel: int | None,
        undecided: bool,
        results: Path | None,
        stop_at: float | None,
        **others: Any,
    ) -> None:
        if games % 2:
            raise click.UsageError(f"--games is {games}, which is not an even number.")
        if undecided and not opening:
            # Without turns, the start is the only opening, and `junior` is decided from the start.
            raise click.UsageError("--undecided needs an --opening of 1 turn at least.")
        processes = processes_or_cores(parallel)
        if results is not None:
            # Fail before hours of matches if the file is of another kind.
            ResultsFile(results).read()
        series = Series(games, opening, seed, processes, undecided, results, stop_at)
        command(series=series, **others)

    return with_series


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which contestants play, and how; a program has `patience` seconds for each answer."""

    first: Contestant
    second: Contestant
    ruleset: str
    series: Series
    patience: float = PATIENCE

    @property
    def key(self) -> SeriesKey:
        """The key that results must share to be added up."""
        ruleset, both = ruleset_called(self.ruleset), (self.first, self.second)
        return SeriesKey(
            str(self.first),
            str(self.second),
            ruleset.versioned_name,
            self.series.opening,
            self.series.undecided,
            " ".join(edition_of(each, ruleset) for each in both),
        )


def results(pairing: Pairing, openings: Iterable[int]) -> Generator[PairResult]:
    """Play each opening with either seat, and yield the results as they arrive.

    The openings and all other chance follow from the seed, for any number of processes.
    """
    calls = [(pairing, number) for number in openings]
    return run_parallel(play_pair, calls, pairing.series.processes)


def play_series(
    pairing: Pairing, on_pair: Callable[[PairResult], None], on_tenth: Callable[[Tally], None]
) -> Tally:
    """Play the matches whose results the file lacks, until the result is clear.

    Call `on_pair` with each result, including those from the file, and `on_tenth` after each tenth
    of the matches to play. Return the tally of all results.
    """
    series, key, tally = pairing.series, pairing.key, Tally()
    kept = ResultsFile(series.file) if series.file else None
    played = set()
    for result in kept.read_of(key) if kept else ():
        tally = tally.with_pair(*result.points)
        if result.seed == series.seed:
            played.add(result.number)
        on_pair(result)
    if series.is_clear(tally):
        return tally
    missing = [number for number in range(series.openings) if number not in played]
    played_now = results(pairing, missing)
    for number, result in enumerate(played_now):
        if kept:
            kept.add(key, result)
        tally = tally.with_pair(*result.points)
        on_pair(result)
        if number * 10 // len(missing) < (number + 1) * 10 // len(missing):
            on_tenth(tally)
        if series.is_clear(tally):
            played_now.close()
            break
    return tally


def play_pair(pairing: Pairing, number: int) -> PairResult:
    """Play one opening with either seat."""
    ruleset = ruleset_called(pairing.ruleset)
    series = pairing.series
    choose_opening = undecided_opening if series.undecided else random_opening
    opening = choose_opening(ruleset, series.opening, _chance(pairing, number, "opening"))
    with (
        player_of(pairing.first, _chance(pairing, number, "first"), pairing.patience) as first,
        player_of(pairing.second, _chance(pairing, number, "second"), pairing.patience) as second,
    ):
        ends = [_play(ruleset, opening, {seat: first, seat.other: second}, seat) for seat in Seat]
    return PairResult(
        series.seed,
        number,
        (ends[0].points, ends[1].points),
        sum(end.turns for end in ends),
        tuple(end.forfeit for end in ends if end.forfeit),
    )


def _chance(pairing: Pairing, number: int, what: str) -> Random:
    return Random(f"{pairing.series.seed} {number} {what}")  # noqa: S311 - to be repeated, not secret


@dataclass(frozen=True, slots=True)
class _End:
    """How a match ended for one contestant."""

    points: float
    turns: int
    forfeit: str = ""


def _play(
    ruleset: Ruleset, opening: tuple[Turn, ...], players: dict[Seat, Player], seat: Seat
) -> _End:
    """Play one match; return how it ended for the player on `seat`."""
    try:
        played = play_match(
            ruleset, opening, {each: _reporting_forfeits(each, players[each]) for each in Seat}
        )
    except _MatchForfeit as end:
        return _End(float(end.seat is not seat), end.turns, end.reason)
    points = 0.5 if played.winner is None else float(played.winner is seat)
    return _End(points, len(played.turns))


@dataclass(eq=False, slots=True)
class _MatchForfeit(Exception):
    """A match has ended because a contestant did not play."""

    seat: Seat
    turns: int
    reason: str


def _reporting_forfeits(seat: Seat, player: Player) -> Player:
    def watched(match: MatchInProgress) -> Turn:
        try:
            return player(match)
        except Forfeit as forfeit:
            raise _MatchForfeit(seat, len(match.turns), str(forfeit)) from forfeit

    return watched


def elo_text(share: float) -> str:
    """Write the difference in Elo that predicts that share."""
    difference = elo(share)
    if math.isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{difference:+.0f}"


def report(tally: Tally) -> str:
    """Write the results in three lines."""
    low, high = tally.interval
    return gettext(
        "won {won}, drawn {drawn}, lost {lost}: {share} of the points, {as_orange} as orange\n"
        "95% confidence interval {least} to {most}\n"
        "Elo {elo}, {low} to {high}",
        won=tally.count(1.0),
        drawn=tally.count(0.5),
        lost=tally.count(0.0),
        share=f"{tally.share:.1%}",
        as_orange=f"{tally.share_as_orange:.1%}",
        least=f"{low:.1%}",
        most=f"{high:.1%}",
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
        low, high = tally.interval
        note(f"  {tally.matches}: {tally.share:.1%} ({low:.1%} to {high:.1%})")

    tally = play_series(pairing, on_pair, on_tenth)
    click.echo(report(tally))
    length = f"{turns / tally.matches:.0f}"
    click.echo(gettext("Average length: {turns} turns", turns=length))
