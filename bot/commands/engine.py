"""`boop engine`: the opponent on standard input and output, to be matched with other programs."""

import contextlib
import sys

import click


@click.command("engine")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal games.")
def command(seed: int) -> None:
    """Speak the protocol of docs/engine.md, a command a line, until `quit` or the end of input."""
    from bot.commands.compiling import compile_if_possible

    compile_if_possible()
    from random import Random

    from bot.commands.engine_session import Session

    # Nobody listens any more, so there is nobody to tell.
    with contextlib.suppress(BrokenPipeError):
        Session(Random(seed), click.echo).obey(sys.stdin)  # noqa: S311 - variety, not secrets
