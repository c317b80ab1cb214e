"""`boop learn`: teaches the opponent what a position is worth, by matches against itself."""

from pathlib import Path
from time import monotonic

import click

from bot.text import gettext

STAND_BACK = 2_000
"""Nodes a turn in the matches that tell what was learned."""
TRIALS = 100


@click.command("learn")
@click.argument("rulesets", nargs=-1)
@click.option("--seed", default=1, show_default=True, help="The same seed learns the same weights.")
@click.option(
    "--matches",
    type=click.IntRange(min=4),
    default=4_000,
    show_default=True,
    help="How many matches to learn each ruleset from.",
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
    help="Where to keep the weights; by default, the program's own file.",
)
def command(
    rulesets: tuple[str, ...], seed: int, matches: int, trials: int, file: Path | None
) -> None:
    """Learn the weights of RULESETS, by default of all of them, by playing against itself."""
    from bot.cli.engine import compile_if_possible

    compile_if_possible()
    from random import Random

    from bot.cli.positions import ruleset_called
    from bot.engine import weights
    from bot.engine.lab import learning
    from bot.game import RULESETS

    path = file or weights.FILE
    named = tuple(map(ruleset_called, rulesets)) or RULESETS
    for ruleset in named:
        began = monotonic()

        def report(learned: learning.Learned, began: float = began) -> None:
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
            click.echo("  " + line)

        click.echo(
            gettext(
                "{name}: {matches} matches, seed {seed}",
                name=ruleset.name,
                matches=matches,
                seed=seed,
            )
        )
        found = learning.learn(ruleset, learning.course_of(matches), Random(seed), report)  # noqa: S311
        stored = weights.read_weights(path.read_text(encoding="utf-8")) if path.exists() else {}
        stored[f"{ruleset.name} {ruleset.version}"] = found
        path.write_text(weights.write_weights(stored), encoding="utf-8")
        if trials:
            won = learning.trial(ruleset, found, STAND_BACK, trials, Random(seed))  # noqa: S311
            line = gettext(
                "against the hand-written weights: {won} of {trials} points with {nodes} nodes "
                "a turn, {seconds} s",
                won=f"{won:.1f}",
                trials=trials,
                nodes=STAND_BACK,
                seconds=f"{monotonic() - began:.0f}",
            )
            click.echo("  " + line)
