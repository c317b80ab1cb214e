"""Turns that came in one go, told below a bed: the first by hand, the others as planned."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.game import Step, write_turn
from bot.match.match import Match
from cogs.ui.words import narrated, player_name

LONGEST: Final = 1800
"""Characters of what is told; a message takes 4 000 in all."""

Telling = Callable[[Step], str]


def told_lines(match: Match) -> list[str]:
    """Tell what was played last, a line for each turn; longest ago in notation where it is much."""
    first = match.ply - len(match.together)

    def line(number: int, step: Step, telling: Telling) -> str:
        user = player_name(match, step.before.to_move)
        before = f"♟️ Turn {first + number}, as {user} had planned" if number else f"Turn {first}"
        return f"{before}: {telling(step)}"

    return _within(match.told, line)


def told_shortly(steps: Sequence[Step]) -> str:
    """Tell turns in one sentence after the other."""
    lines = _within(steps, lambda _, step, telling: telling(step))
    return ". Then ".join(lines)


def _within(steps: Sequence[Step], line: Callable[[int, Step, Telling], str]) -> list[str]:
    """Tell each turn in words as far as there is room, the last one always."""
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
