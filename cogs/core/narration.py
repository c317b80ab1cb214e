"""The last turns of a match, as the board message says them."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.game import Step, write_turn
from bot.match.match import Match
from bot.text import gettext
from cogs.core.words import narrated, player_name

LONGEST: Final = 1800
"""Characters of all turns together; a message takes 4 000 in all."""

Narrator = Callable[[Step], str]


def turn_lines(match: Match) -> list[str]:
    """Return what was played last, a line for each turn; the oldest in notation if it is much."""
    first = match.ply - len(match.together)

    def line(index: int, step: Step, narrate: Narrator) -> str:
        number, words = first + index, narrate(step)
        if not index:
            return gettext("Turn {number}: {turn}", number=number, turn=words)
        player = player_name(match, step.before.to_move)
        return gettext(
            "♟️ Turn {number}, as {player} had planned: {turn}",
            number=number,
            player=player,
            turn=words,
        )

    return _within(match.told, line)


def _within(steps: Sequence[Step], line: Callable[[int, Step, Narrator], str]) -> list[str]:
    """Say each turn in words as far as there is room, the last one always."""
    for shortened in range(max(len(steps), 1)):
        lines = [
            line(number, step, _notation if number < shortened else _words)
            for number, step in enumerate(steps)
        ]
        if sum(map(len, lines)) <= LONGEST:
            break
    return lines


def _words(step: Step) -> str:
    return narrated(step.events)


def _notation(step: Step) -> str:
    return f"`{write_turn(step.turn)}`"
