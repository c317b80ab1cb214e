"""`boop turns`: every legal turn of a position and what it leads to, for other programs."""

import sys
from io import TextIOWrapper

import click

from bot.cli.positions import position_after, position_called, ruleset_called
from bot.game import Position, legal_turns, play, write_turn


@click.command("turns")
@click.argument("ruleset")
@click.option("--position", metavar="TEXT", help="The position; by default, the ruleset's start.")
@click.option(
    "--stdin",
    "from_input",
    is_flag=True,
    help="Read a position per line from standard input, and end each answer with an empty line.",
)
def command(ruleset: str, position: str | None, from_input: bool) -> None:  # noqa: FBT001
    """Print every legal turn in RULESET, a tab, and the position after it."""
    played_by = ruleset_called(ruleset)
    if not from_input:
        _print_turns(position_called(position, played_by))
        return
    if position is not None:
        raise click.UsageError("--position and --stdin cannot both be given.")
    if isinstance(sys.stdin, TextIOWrapper):
        # Bytes that are no text are a line like another: it does not read, and is answered so.
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    for line in sys.stdin:
        _print_turns(position_called(line.rstrip("\r\n"), played_by))
        click.echo()
        sys.stdout.flush()


def _print_turns(position: Position) -> None:
    for turn in legal_turns(position):
        click.echo(f"{write_turn(turn)}\t{position_after(play(position, turn))}")
