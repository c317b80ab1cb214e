"""A second implementation of boop's five rulesets, slow and literal, from the rules page alone.

It judges the engine, so it shares nothing with it: no import from `bot`, no bit tricks, no
tables. Text goes in and text comes out. Read it beside the rules:

- `bed`: squares, lines, runs;
- `settling`: place, boop and settle, each ruleset's settling by itself;
- `seam`: the seam piece;
- `whole_turns`: whole turns and their notation;
- `text`: position texts;
- `positions`: a source of positions to ask about.
"""

from tests.game.referee.bed import SEATS as SEATS
from tests.game.referee.bed import SQUARES as SQUARES
from tests.game.referee.text import RULESETS as RULESETS
from tests.game.referee.text import START as START
from tests.game.referee.text import IllegalPosition as IllegalPosition
from tests.game.referee.text import pieces_left, written
from tests.game.referee.text import read as read_any
from tests.game.referee.whole_turns import count
from tests.game.referee.whole_turns import turns as turns_of


def legal(ruleset: str, position: str) -> dict[str, str]:
    """Return each legal turn in its canonical notation, and the position text after it.

    After a win the text ends in ` orange wins` or ` gray wins`.
    """
    table = read_any(ruleset, position)
    return {word: written(after) for word, after in turns_of(ruleset, table)}


def is_dead(position: str) -> bool:
    """Return whether both seats of `scarce` have fewer than three pieces on the bed and in hand."""
    table = read_any("scarce", position)
    return all(pieces_left(table.bed, table.pools, seat) < 3 for seat in SEATS)


def problem(ruleset: str, position: str) -> str | None:
    """Return why a position text is illegal, or None if it is legal."""
    try:
        read_any(ruleset, position)
    except IllegalPosition as reason:
        return str(reason)
    return None


def perft(ruleset: str, depth: int, position: str | None = None) -> int:
    """Return the number of sequences of `depth` turns from a position, or from the start."""
    return count(ruleset, read_any(ruleset, position or START[ruleset]), depth)
