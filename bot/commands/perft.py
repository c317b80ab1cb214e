"""`boop perft`: counts sequences of turns, to hold one program of the rules to another."""

import contextlib

import click


@click.command("perft")
@click.argument("ruleset")
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("--position", metavar="TEXT", help="Where to begin; the ruleset's start if left out.")
def command(ruleset: str, depth: int, position: str | None) -> None:
    """Count the sequences of DEPTH turns in RULESET, all choices apart."""
    with contextlib.suppress(ModuleNotFoundError):
        import numba  # noqa: F401 - the kernel is compiled where it is there already
    from bot.commands.rulesets import position_called, ruleset_called
    from bot.game import perft

    click.echo(perft(position_called(position, ruleset_called(ruleset)), depth))
