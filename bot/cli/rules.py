"""`boop turns`, `boop perft` and `boop replay`: rulesets and positions on the command line."""

import re
import sys
from pathlib import Path
from typing import Final

import click

from bot.cli import CANNOT
from bot.cli.errors import NoSuchDepth, NoSuchRuleset
from bot.cli.reading import input_lines, read_text
from bot.cli.sentences import sentence
from bot.game import (
    RULESETS,
    GameRefusal,
    Position,
    Ruleset,
    Step,
    legal_turns,
    newest_ruleset,
    play,
    read_position,
    write_position,
    write_turn,
)
from bot.game.perft import MOST_DEPTH, perft
from bot.match.record_reader import read_record
from bot.text import gettext


def ruleset_called(name: str) -> Ruleset:
    """Return the newest version of a ruleset. Raise `NoSuchRuleset`."""
    try:
        return newest_ruleset(name)
    except LookupError as error:
        known = tuple(sorted({ruleset.name for ruleset in RULESETS}))
        raise NoSuchRuleset(name, known) from error


def position_called(text: str | None, ruleset: Ruleset) -> Position:
    """Read a position, with any spaces between its parts. Return the start if `text` is None."""
    if text is None:
        return Position.start(ruleset)
    return read_position(" ".join(text.split()), ruleset)


def position_after(step: Step) -> str:
    """Return the position after a turn, and the winner if it wins."""
    won = f" {step.win.winner.name.lower()} wins" if step.win else ""
    return write_position(step.after) + won


@click.command("turns")
@click.argument("ruleset")
@click.option("--position", metavar="TEXT", help="The position; by default, the ruleset's start.")
@click.option(
    "--stdin",
    "from_input",
    is_flag=True,
    help="Read a position per line from standard input, and end each answer with an empty line. A "
    "line that can't be read has an empty answer, and a sentence on standard error.",
)
@click.pass_context
def turns_command(
    context: click.Context,
    ruleset: str,
    position: str | None,
    from_input: bool,  # noqa: FBT001
) -> None:
    """Print every legal turn in RULESET, a tab, and the position after it."""
    played_by = ruleset_called(ruleset)
    if not from_input:
        _print_turns(position_called(position, played_by))
        return
    if position is not None:
        raise click.UsageError("--position and --stdin cannot both be given.")
    status = 0
    for number, line in enumerate(input_lines(), 1):
        try:
            _print_turns(position_called(line, played_by))
        except GameRefusal as refusal:
            status = CANNOT
            error_line = gettext("Line {line}: {refusal}", line=number, refusal=sentence(refusal))
            click.echo(f"boop: {error_line}", err=True)
        click.echo()
        sys.stdout.flush()
    context.exit(status)


def _print_turns(position: Position) -> None:
    for turn in legal_turns(position):
        click.echo(f"{write_turn(turn)}\t{position_after(play(position, turn))}")


LONGEST: Final = 1 << 17
"""The most bytes of a record; one of 300 turns has about ten thousand."""


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def replay_command(file: Path) -> None:
    """Print every position of the match recorded in FILE; `-` is standard input.

    Each line has three fields, separated by tabs: the number of the turn, the turn, and the
    position after it. The start has the number 0 and the turn `-`. A won position is followed by a
    space and `orange wins` or `gray wins`.
    """
    record = read_record(read_text(file, LONGEST))
    click.echo(f"0\t-\t{write_position(Position.start(record.ruleset))}")
    for ply, step in enumerate(record.steps(), start=1):
        click.echo(f"{ply}\t{write_turn(step.turn)}\t{position_after(step)}")


def _depth(_: click.Context, __: click.Parameter, text: str) -> int:
    """Read how many turns a sequence has. Raise `NoSuchDepth`."""
    if re.fullmatch("0*[0-9]{1,2}", text) is None or int(text[-2:]) > MOST_DEPTH:
        raise NoSuchDepth(text, MOST_DEPTH)
    return int(text[-2:])


class _Perft(click.Command):
    """The `perft` command, which reads a negative number as a depth, not as an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments. Raise `NoSuchDepth`."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            for text in given:
                if text.startswith(error.option_name) and re.match("-[0-9]", text):
                    raise NoSuchDepth(text, MOST_DEPTH) from error
            raise


@click.command("perft", cls=_Perft)
@click.argument("ruleset")
@click.argument("depth", callback=_depth)
@click.option(
    "--position",
    metavar="TEXT",
    help="The position to start from; by default, the ruleset's start.",
)
def perft_command(ruleset: str, depth: int, position: str | None) -> None:
    """Count the sequences of DEPTH turns in RULESET, with every choice counted separately."""
    click.echo(perft(position_called(position, ruleset_called(ruleset)), depth))
