"""`boop replay`: every position of a recorded match, one a line."""

import sys
from pathlib import Path
from typing import Final

import click

from bot.cli.errors import FileNotText, FileTooLong, FileUnreadable
from bot.cli.positions import position_after
from bot.game import Position, write_position, write_turn
from bot.match.record import read_record

LONGEST: Final = 1 << 17
"""Bytes; a record of 300 turns has about ten thousand."""


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def command(file: Path) -> None:
    """Print every position of the match recorded in FILE; `-` is standard input.

    Each line has three fields, separated by tabs: the number of the turn, the turn, and the
    position after it. The start has the number 0 and the turn `-`. A won position is followed by a
    space and `orange wins` or `gray wins`.
    """
    record = read_record(_text_of(file))
    click.echo(f"0\t-\t{write_position(Position.start(record.ruleset))}")
    for ply, step in enumerate(record.steps(), start=1):
        click.echo(f"{ply}\t{write_turn(step.turn)}\t{position_after(step)}")


def _text_of(file: Path) -> str:
    """Read a file of text; a mark of its encoding at its start, as some editors put, is not text.

    Raise `FileUnreadable`, `FileTooLong` or `FileNotText`.
    """
    try:
        if str(file) == "-":
            read = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with file.open("rb") as opened:
                read = opened.read(LONGEST + 1)
    except OSError as error:
        raise FileUnreadable(file, error.strerror or str(error)) from error
    if len(read) > LONGEST:
        raise FileTooLong(file, LONGEST)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileNotText(file, error.start) from error
