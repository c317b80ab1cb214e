"""`boop ladder` and `boop learn`: measure the levels, and learn the weights."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click

from bot.cli.arena import MATCHES, Pairing, Series, elo_text, play_series, takes_series
from bot.cli.console import note, tell
from bot.cli.contestants import contestant_named
from bot.cli.errors import NoSuchFolder, NothingToScaleBy, OtherLearning
from bot.cli.parallel import processes_or_cores, run_parallel
from bot.cli.reading import read_kept, replace_file
from bot.cli.rules import ruleset_called
from bot.engine import evaluation, net
from bot.engine.lab import learning
from bot.engine.lab.ladder import FILE, Rung, read_ladders, write_ladders
from bot.engine.lab.tally import Tally
from bot.engine.levels import LEVELS
from bot.game import RULESETS, Ruleset
from bot.text import gettext

if TYPE_CHECKING:
    from bot.engine.lab.net_learning import Run


@dataclass(frozen=True, slots=True)
class Contest:
    """Two contestants. `rung` is the level that meets the one below it, if one does."""

    first: str
    second: str
    rung: int | None = None


def contests(levels: Collection[int]) -> list[Contest]:
    """List the contests for some levels or, if none is given, for all."""
    lowest, highest = LEVELS[0].number, LEVELS[-1].number
    found = []
    for level in LEVELS:
        number = level.number
        if levels and number not in levels:
            continue
        if number == lowest:
            found.append(Contest(f"level:{number}", "greedy"))
        else:
            found.append(Contest(f"level:{number}", f"level:{number - 1}", number))
        if number == highest:
            found.append(Contest(f"level:{number}", "guess:3"))
    return found


def row(contest: Contest, tally: Tally) -> str:
    """Write the results as a row of a Markdown table."""
    low, high = tally.interval
    elo = gettext(
        "{elo}, {low} to {high}",
        elo=elo_text(tally.share),
        low=elo_text(low),
        high=elo_text(high),
    )
    return gettext(
        "| `{first}` against `{second}` | {won} | {drawn} | {lost} | {share} % | {elo} |",
        first=contest.first,
        second=contest.second,
        won=tally.count(1.0),
        drawn=tally.count(0.5),
        lost=tally.count(0.0),
        share=f"{100 * tally.share:.1f}",
        elo=elo,
    )


def keep(file: Path, ruleset: Ruleset, contest: Contest, tally: Tally) -> None:
    """Replace the result of a level against the one below."""
    if contest.rung is None:
        return
    known = _ladders(file)
    rung = Rung(tally.count(1.0), tally.count(0.5), tally.count(0.0))
    known.setdefault(ruleset.versioned_name, {})[contest.rung] = rung
    replace_file(file, write_ladders(known).encode())


def _ladders(file: Path) -> dict[str, dict[int, Rung]]:
    return read_kept(file, read_ladders, "boop ladder")


def _weights(file: Path) -> dict[str, evaluation.Weights]:
    return read_kept(file, evaluation.read_weights, "boop learn")


def _nets(file: Path) -> dict[str, net.Net]:
    return read_kept(file, net.read_nets, "boop learn")


ENOUGH: Final = MATCHES
"""How many matches of each pair the program's own points need."""


@click.command("ladder")
@click.argument("rulesets", nargs=-1)
@click.option(
    "--level",
    "levels",
    type=click.IntRange(min=1),
    multiple=True,
    help="Play only this level against the one below; can be repeated.",
)
@takes_series
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to keep the results. By default, they become the program's own, which takes whole "
    "ladders of 200 matches or more.",
)
def ladder_command(
    rulesets: tuple[str, ...],
    levels: tuple[int, ...],
    series: Series,
    file: Path | None,
) -> None:
    """Measure how far apart the levels are in RULESETS, by default in all of them.

    The lowest level plays greedy, and the highest plays guess:3 as well as the level below it.
    Prints a table for docs/engine.md. Results of a level against the one below are kept as soon as
    they are known: the points of the levels in practice ratings come from them.
    """
    for level in levels:
        if level > len(LEVELS):
            raise click.UsageError(f"--level is {level}; there is 1 to {len(LEVELS)}.")
    if file is None and (levels or series.matches < ENOUGH or series.may_differ):
        raise click.UsageError(
            f"--file is needed to measure some levels alone, by fewer than {ENOUGH} matches, or "
            "with --undecided or --stop-at."
        )
    # Fail before hours of matches if the file cannot be written.
    _ladders(file or FILE)
    for ruleset in tuple(map(ruleset_called, rulesets)) or RULESETS:
        tell(
            gettext(
                "{ruleset}, {games} matches each, seed {seed}",
                ruleset=ruleset.name,
                games=series.matches,
                seed=series.seed,
            )
        )
        tell()
        tell(gettext("| | won | drawn | lost | points | Elo, 95 % |"))
        tell("| --- | ---: | ---: | ---: | ---: | --- |")
        for contest in contests(levels):

            def on_tenth(tally: Tally, who: str = contest.first) -> None:
                note(f"  {who}: {tally.matches}")

            first, second = contestant_named(contest.first), contestant_named(contest.second)
            pairing = Pairing(first, second, ruleset.name, series)
            tally = play_series(pairing, lambda _: None, on_tenth)
            tell(row(contest, tally))
            keep(file or FILE, ruleset, contest, tally)
        tell()


WEIGHTS_FROM = 12_000
"""How many matches the weights of a ruleset are learned from by default."""
NET_FROM = 40_000
"""How many matches the net of a ruleset is learned from by default."""
ROUNDS = 48
"""How often all positions are gone through by default when a net is learned."""
STAND_BACK = 2_000
"""Nodes a turn in the matches that measure what was learned."""
TRIALS = 100


@click.command("learn")
@click.argument("rulesets", nargs=-1)
@click.option("--seed", default=1, show_default=True, help="The same seed learns the same weights.")
@click.option(
    "--matches",
    type=click.IntRange(min=4),
    help="How many matches to learn each ruleset from; by default, 12 000, or 40 000 for a net.",
)
@click.option(
    "--trials",
    type=click.IntRange(min=0),
    default=TRIALS,
    show_default=True,
    help="How many matches to play afterwards to measure what was learned.",
)
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to keep what is learned; by default, the program's own file.",
)
@click.option(
    "--net",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Learn a net, with the weights as they are, and keep its state in this folder. The same "
    "command goes on after an interruption. It replaces the program's own net unless --file is "
    "given, and needs the extra fast.",
)
@click.option(
    "--positions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="Learn the net from the positions in this file of numpy instead; can be repeated.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    show_default=str(ROUNDS),
    help="How often to go through all positions when learning a net.",
)
@click.option(
    "--parallel",
    type=click.IntRange(min=1),
    help="How many processes play the matches of a net; by default, one per core.",
)
@click.option(
    "--calibrate",
    type=click.IntRange(min=1),
    help="Learn nothing new, but play this many matches by the net in the file, and scale its "
    "scores so that they predict the results best.",
)
def learn_command(
    *,
    rulesets: tuple[str, ...],
    seed: int,
    matches: int | None,
    trials: int,
    file: Path | None,
    folder: Path | None,
    positions: tuple[Path, ...],
    rounds: int | None,
    parallel: int | None,
    calibrate: int | None,
) -> None:
    """Learn the weights of RULESETS, by default of all of them, by playing against itself."""
    if file is not None and not file.parent.is_dir():
        raise NoSuchFolder(file)
    if folder is not None:
        named = tuple(map(ruleset_called, rulesets)) or RULESETS
        _refuse_unused(positions, matches, rounds, parallel, calibrate)
        work = NetWork(
            seed,
            matches or NET_FROM,
            rounds or ROUNDS,
            processes_or_cores(parallel),
            calibrate,
        )
        _learn_nets(named, folder, positions, work, file or net.FILE)
        return
    if positions or rounds or calibrate or parallel:
        raise click.UsageError(
            "--positions, --rounds, --parallel and --calibrate are for a net; --net is missing."
        )
    matches = matches or WEIGHTS_FROM
    path = file or evaluation.FILE
    _weights(path)
    named = tuple(map(ruleset_called, rulesets)) or RULESETS
    for ruleset in named:
        began = monotonic()

        def report(learned: learning.GenerationReport, began: float = began) -> None:
            line = gettext(
                "generation {number}: {matches} matches, {turns} turns each, {draws} drawn, "
                "{positions} positions, error {error}, {seconds} s",
                number=learned.number,
                matches=learned.matches,
                turns=f"{learned.turns / learned.matches:.0f}",
                draws=learned.draws,
                positions=learned.positions,
                error=f"{learned.fault:.4f}",
                seconds=f"{monotonic() - began:.0f}",
            )
            tell("  " + line)

        tell(
            gettext(
                "{name}: {matches} matches, seed {seed}",
                name=ruleset.name,
                matches=matches,
                seed=seed,
            )
        )
        weights = learning.learn(ruleset, learning.course_of(matches), Random(seed), report)  # noqa: S311
        stored = _weights(path)
        stored[ruleset.versioned_name] = weights
        replace_file(path, evaluation.write_weights(stored).encode())
        if trials:
            won = learning.trial(ruleset, weights, STAND_BACK, trials, Random(seed))  # noqa: S311
            line = gettext(
                "against the hand-written weights: {won} of {trials} points with {nodes} nodes "
                "a turn, {seconds} s",
                won=f"{won:.1f}",
                trials=trials,
                nodes=STAND_BACK,
                seconds=f"{monotonic() - began:.0f}",
            )
            tell("  " + line)


def _refuse_unused(
    positions: Sequence[Path],
    matches: int | None,
    rounds: int | None,
    parallel: int | None,
    calibrate: int | None,
) -> None:
    """Refuse options of a net that would be ignored."""
    if calibrate and (positions or matches or rounds):
        raise click.UsageError(
            "--calibrate learns nothing; leave --positions, --matches and --rounds out."
        )
    if positions and (matches or parallel):
        raise click.UsageError(
            "With --positions, no matches are played; leave --matches and --parallel out."
        )


@dataclass(frozen=True, slots=True)
class NetWork:
    """From how much a net is learned, or by how many matches it is calibrated instead.

    `processes` is how many processes play the matches.
    """

    seed: int
    matches: int
    rounds: int
    processes: int
    calibrate: int | None


def _learn_nets(
    rulesets: Sequence[Ruleset],
    folder: Path,
    positions: Sequence[Path],
    work: NetWork,
    file: Path,
) -> None:
    """Learn the nets of some rulesets, from their own matches or from given positions.

    If `work` says so, calibrate the nets of the file instead.
    """
    try:
        from bot.engine.lab import net_learning
    except ImportError as error:
        raise click.UsageError("--net needs the extra fast.") from error
    if positions and len(rulesets) != 1:
        raise click.UsageError("--positions are those of one ruleset, which is to be named.")
    folder.mkdir(parents=True, exist_ok=True)
    # Fail before hours of matches if the file is of another kind.
    _nets(file)

    def report(number: int, count: int, fault: float) -> None:
        tell(
            "  "
            + gettext(
                "round {number}: {positions} positions, error {error}",
                number=number,
                positions=count,
                error=f"{fault:.4f}",
            )
        )

    def run(function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        for done, _ in enumerate(run_parallel(function, calls, work.processes), 1):
            if done * 10 // len(calls) > (done - 1) * 10 // len(calls):
                note(f"  {100 * done // len(calls)} %")

    for ruleset in rulesets:
        tell(f"{ruleset.name}:")
        name = ruleset.versioned_name
        try:
            if work.calibrate:
                learned = _calibrated(ruleset, _nets(file).get(name), folder, work, run)
            elif positions:
                examples = net_learning.read_examples(positions)
                learned = net_learning.learn_from(
                    ruleset, examples, work.rounds, work.seed, folder, report
                )
            else:
                course = net_learning.NetCourse(work.matches, work.rounds)
                learned = net_learning.learn_net(ruleset, course, work.seed, folder, report, run)
        except net_learning.OtherStateError as error:
            raise OtherLearning(folder) from error
        stored = _nets(file)
        stored[name] = learned
        replace_file(file, net.write_nets(stored).encode())


def _calibrated(
    ruleset: Ruleset, before: net.Net | None, folder: Path, work: NetWork, run: "Run"
) -> net.Net:
    """Return a net with its scores multiplied as predicts the results of its matches best."""
    from bot.engine.lab.net_learning import LARGEST_FACTOR, calibration, scaled

    if before is None:
        raise click.UsageError(f"The file has no net of {ruleset.name} to calibrate.")
    factor = calibration(ruleset, before, work.calibrate or 0, work.seed, folder, run)
    if not 0.01 < factor < LARGEST_FACTOR - 0.01:
        raise NothingToScaleBy(ruleset.name)
    tell("  " + gettext("scores multiplied by {factor}", factor=f"{factor:.2f}"))
    return scaled(before, factor)
