"""Whole matches as text files to read: each turn, its events, and the bed after it.

The first line of a file is its title, the second the ruleset and its version; the numbered turns
are those that were played; everything else follows from them. `python -m tests.game.playthrough`
rewrites every file from its title, its ruleset and its turns.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from bot.game import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Piece,
    Placed,
    Pool,
    Position,
    Recalled,
    Ruleset,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Slid,
    Stayed,
    Step,
    Won,
    name_of,
    play,
    read_turn,
    ruleset_of,
    write_position,
    write_turn,
)
from tests.kit.drawing import draw

FOLDER = Path(__file__).with_name("playthroughs")
NUMBERED = re.compile(r"^ *\d+\. (?:orange|gray) (\S+)$", re.MULTILINE)


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def turns_in(text: str) -> list[str]:
    """Return the turns of a playthrough, in notation."""
    return NUMBERED.findall(text)


def ruleset_in(text: str) -> Ruleset:
    """Return the ruleset of a playthrough."""
    name, version = text.splitlines()[1].split()
    return ruleset_of(name, int(version))


def steps(turns: list[str], ruleset: Ruleset) -> Iterator[Step]:
    position = Position.start(ruleset)
    for turn in turns:
        step = play(position, read_turn(turn))
        yield step
        position = step.after


def rewrite(text: str) -> str:
    """Return a playthrough, rewritten from its title and its turns."""
    title = text.splitlines()[0]
    ruleset = ruleset_in(text)
    start = write_position(Position.start(ruleset))
    parts = [f"{title}\n{ruleset.versioned_name}\n", f"{start}\n"]
    played = enumerate(steps(turns_in(text), ruleset), start=1)
    parts += (describe(number, step) for number, step in played)
    return "\n".join(parts)


def describe(number: int, step: Step) -> str:
    heading = f"{number}. {step.before.to_move.name.lower()} {write_turn(step.turn)}"
    ending = f" {step.win.winner.name.lower()} wins" if step.win else ""
    happened = ", ".join(map(describe_event, step.events))
    return f"{heading}\n{happened}\n{draw(step.after.bed)}\n{write_position(step.after)}{ending}\n"


def describe_event(event: Event) -> str:
    match event:
        case Placed(piece, square):
            return f"{piece_name(piece)} to {name_of(square)}"
        case Booped(piece, start, end):
            return f"booped {piece_name(piece)} {name_of(start)}→{name_of(end)}"
        case FellOff(piece, start):
            return f"booped {piece_name(piece)} {name_of(start)} off the bed"
        case Stayed(piece, square, why):
            return f"{piece_name(piece)} {name_of(square)} stays ({why.value})"
        case Graduated(pieces, returned):
            squares = " ".join(
                f"{piece.kind.name.lower()} {name_of(square)}" for square, piece in pieces
            )
            return f"graduated {squares} as {describe_returned(returned)}"
        case Recalled(piece, square, returned):
            return (
                f"recalled {piece_name(piece)} {name_of(square)} as {describe_returned(returned)}"
            )
        case SeamAdvanced(seat, seam):
            step = f"step {seam.advanced - 1} of {seam.entry.name}"
            return f"{seat.name.lower()}'s seam piece came to {step}"
        case Slid(piece, start, end):
            return f"pushed {piece_name(piece)} {name_of(start)}→{name_of(end)}"
        case SeamLeft(seat):
            return f"{seat.name.lower()}'s seam piece left the bed"
        case SeamLaid(seat, entry):
            return f"{seat.name.lower()} laid the seam piece at {entry.name}"
        case Won(win):
            squares = " ".join(map(name_of, win.squares))
            return f"{win.winner.name.lower()} wins by {win.by.value}: {squares}"
    assert_never(event)


def describe_returned(pool: Pool) -> str:
    counts = ((pool.kittens, "kitten"), (pool.cats, "cat"))
    counted = (f"{count} {noun}{'s' * (count > 1)}" for count, noun in counts if count)
    return " and ".join(counted)


def piece_name(piece: Piece) -> str:
    return f"{piece.seat.name.lower()} {piece.kind.name.lower()}"


def main() -> None:
    for file in files():
        file.write_text(rewrite(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
