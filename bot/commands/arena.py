"""`boop arena`: matches between engines or levels, and what they say of who is stronger."""

import click


@click.command("arena")
@click.argument("first")
@click.argument("second")
@click.option("--ruleset", default="classic", show_default=True)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=200,
    show_default=True,
    help="Matches; an even number, for each opening is played with either seat.",
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
    "--patience",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds that a program has for an answer.",
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
    """Play FIRST against SECOND, with either seat from the same random openings.

    Each is level:1 to level:8; nodes:N, the engine with so many nodes; greedy, which looks one turn
    ahead; guess:N, which looks N turns ahead with hand-written weights; or, quoted, the command
    line of a program that speaks the protocol of docs/engine.md, and after an @ what follows its
    go, as in "boop engine @ nodes 500".
    """
    import os

    from bot.commands.compiling import compile_if_possible

    processes = parallel or os.cpu_count() or 1
    if processes == 1:
        compile_if_possible()
    from bot.commands.arena_play import Pairing, results
    from bot.commands.contestants import contestant_named
    from bot.commands.rulesets import ruleset_called
    from bot.commands.tally import Tally, report

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
    click.echo(f"{first} against {second}, {ruleset}, {games} matches, seed {seed}")
    tally = Tally()
    turns = 0
    told = 0
    for result in results(pairing, games // 2, processes):
        tally = tally.with_pair(*result.points)
        turns += result.turns
        for forfeit in result.forfeits:
            click.echo(f"  forfeit: {forfeit}", err=True)
        if tally.matches * 10 // games > told:
            told = tally.matches * 10 // games
            click.echo(f"  {tally.matches} of {games}: {tally.share:.1%}", err=True)
    click.echo(report(tally))
    click.echo(f"{turns / tally.matches:.0f} turns to a match")
