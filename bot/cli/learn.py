"""`boop learn`: learn the weights of the search, or a net."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from bot.cli.console import note, tell
from bot.cli.errors import NoSuchFolder, NothingToScaleBy, OtherLearning
from bot.cli.parallel import processes_or_cores, run_parallel
from bot.cli.reading import read_kept, replace_file
from bot.cli.rules import ruleset_called
from bot.engine import evaluation, net
from bot.engine.lab import learning
from bot.game import RULESETS, Ruleset
from bot.text import gettext

if TYPE_CHECKING:
    from bot.engine.lab.net_examples import Run


def _weights(file: Path) -> dict[str, evaluation.Weights]:
    return read_kept(file, evaluation.read_weights, "boop learn")


def _nets(file: Path) -> dict[str, net.Net]:
    return read_kept(file, net.read_nets, "boop learn")


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
    """How many matches and rounds a net is learned from, or how many calibrate it instead.

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
        from bot.engine.lab import net_examples, net_learning
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
                examples = net_examples.read_examples(positions)
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
    """Return a net with its scores multiplied by the factor that best predicts its results."""
    from bot.engine.lab.net_examples import LARGEST_FACTOR
    from bot.engine.lab.net_learning import calibration, scaled

    if before is None:
        raise click.UsageError(f"The file has no net of {ruleset.name} to calibrate.")
    factor = calibration(ruleset, before, work.calibrate or 0, work.seed, folder, run)
    if not 0.01 < factor < LARGEST_FACTOR - 0.01:
        raise NothingToScaleBy(ruleset.name)
    tell("  " + gettext("scores multiplied by {factor}", factor=f"{factor:.2f}"))
    return scaled(before, factor)
