"""`boop perft`: counts sequences of turns, to hold one program of the rules to another."""

import contextlib

import click


@click.command("perft")
@click.argument("ruleset")
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--position", metavar="TEXT", help="Where to begin; the ruleset's start if left out.")
def command(ruleset: str, depth: int, position: str | None) -> None:
    """Count the sequences of DEPTH turns in RULESET, all choices apart."""
    with contextlib.suppress(ModuleNotFoundError):
        import numba  # noqa: F401 - the kernel is compiled where it is there already
    from bot.commands.rulesets import position_called, ruleset_called
    from bot.game import Pool, Position
    from bot.game.kernel import count_sequences

    def hand(pool: Pool) -> tuple[int, int]:
        return pool.kittens, pool.cats

    start: Position = position_called(position, ruleset_called(ruleset))
    mover = start.to_move
    click.echo(
        count_sequences(
            *start.bed.of(mover),
            *start.bed.of(mover.other),
            *hand(start.pool_of(mover)),
            *hand(start.pool_of(mover.other)),
            start.ruleset.pieces,
            depth,
        )
    )
