"""`boop ladder`: each level against the one below, and against two who stand outside."""

from pathlib import Path
from typing import Final

import click

PATIENCE: Final = 60.0
ENOUGH: Final = 200
"""Matches of each two from which the program's own points may be made."""


@click.command("ladder")
@click.argument("rulesets", nargs=-1)
@click.option(
    "--level",
    "levels",
    type=click.IntRange(min=1),
    multiple=True,
    help="Only this level against the one below; can be given again.",
)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=ENOUGH,
    show_default=True,
    help="Matches of each two; an even number.",
)
@click.option(
    "--opening",
    type=click.IntRange(min=0, max=40),
    default=4,
    show_default=True,
    help="Random turns that a match begins with.",
)
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal openings.")
@click.option(
    "--parallel", type=click.IntRange(min=1), help="Processes; one for each core if left out."
)
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the results are kept. Left out, they become the program's own, for which whole "
    "ladders of 200 matches or more are needed.",
)
def command(
    rulesets: tuple[str, ...],
    levels: tuple[int, ...],
    games: int,
    opening: int,
    seed: int,
    parallel: int | None,
    file: Path | None,
) -> None:
    """Measure how far the levels lie apart in RULESETS, in every one if none is named.

    The lowest level meets greedy, and the highest guess:3, beside the one below it. Prints a table
    for docs/engine.md. What a level wins against the one below is kept at once: from that come the
    points of the levels in practice ratings.
    """
    import os

    from bot.commands.compiling import compile_if_possible

    processes = parallel or os.cpu_count() or 1
    if processes == 1:
        compile_if_possible()
    from bot.commands.ladder_play import Rules, keep, meetings, play_meeting, row
    from bot.commands.rulesets import ruleset_called
    from bot.engine.ladder import FILE
    from bot.engine.levels import LEVELS
    from bot.game import RULESETS

    if games % 2:
        raise click.UsageError(f"--games is {games}; wanted is an even number.")
    for level in levels:
        if level > len(LEVELS):
            raise click.UsageError(f"--level is {level}; there is 1 to {len(LEVELS)}.")
    if file is None and (levels or games < ENOUGH):
        raise click.UsageError(
            f"--file is needed to measure some levels alone, or by fewer than {ENOUGH} matches."
        )
    for ruleset in tuple(map(ruleset_called, rulesets)) or RULESETS:
        click.echo(f"{ruleset.name}, {games} matches each, seed {seed}\n")
        click.echo("| | won | drawn | lost | points | Elo, 95 % |")
        click.echo("| --- | ---: | ---: | ---: | ---: | --- |")
        rules = Rules(ruleset.name, opening, seed, PATIENCE)
        for meeting in meetings(levels):

            def told(played: int, who: str = meeting.first) -> None:
                click.echo(f"  {who}: {played} of {games}", err=True)

            tally = play_meeting(meeting, rules, games // 2, processes, told)
            click.echo(row(meeting, tally))
            keep(file or FILE, ruleset, meeting, tally)
        click.echo()
