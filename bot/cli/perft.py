"""`boop perft`: counts sequences of turns, to hold one program of the rules to another."""

import re
from typing import Final

import click

from bot.cli.errors import NoSuchDepth

MOST: Final = 12
"""The most turns in a sequence. The rules say it too, but they are imported after numba."""


def _depth(_: click.Context, __: click.Parameter, text: str) -> int:
    """Read how many turns a sequence has. Raise `NoSuchDepth`."""
    if re.fullmatch("0*[0-9]{1,2}", text) is None or int(text[-2:]) > MOST:
        raise NoSuchDepth(text, MOST)
    return int(text[-2:])


class _Perft(click.Command):
    """The command; a number below nought is a depth to it, and no option of that name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments. Raise `NoSuchDepth`."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            for text in given:
                if text.startswith(error.option_name) and re.match("-[0-9]", text):
                    raise NoSuchDepth(text, MOST) from error
            raise


@click.command("perft", cls=_Perft)
@click.argument("ruleset")
@click.argument("depth", callback=_depth)
@click.option(
    "--position",
    metavar="TEXT",
    help="The position to start from; by default, the ruleset's start.",
)
def command(ruleset: str, depth: int, position: str | None) -> None:
    """Count the sequences of DEPTH turns in RULESET, with every choice counted separately."""
    from bot.cli.engine import compile_if_possible

    compile_if_possible()
    from bot.cli.positions import position_called, ruleset_called
    from bot.game import perft

    click.echo(perft(position_called(position, ruleset_called(ruleset)), depth))
