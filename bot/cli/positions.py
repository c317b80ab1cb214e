"""Rulesets and positions as they are given on the command line."""

from bot.cli.errors import NoSuchRuleset
from bot.game import (
    RULESETS,
    Position,
    Ruleset,
    Step,
    newest_ruleset,
    read_position,
    write_position,
)


def ruleset_called(name: str) -> Ruleset:
    """Find the newest version of the ruleset of that name, or raise `NoSuchRuleset`."""
    try:
        return newest_ruleset(name)
    except LookupError as error:
        known = tuple(sorted({ruleset.name for ruleset in RULESETS}))
        raise NoSuchRuleset(name, known) from error


def position_called(text: str | None, ruleset: Ruleset) -> Position:
    """Read the position's text, or give the start where there is none."""
    return Position.start(ruleset) if text is None else read_position(text, ruleset)


def position_after(step: Step) -> str:
    """Return the position that a turn leads to, and who has won if it wins."""
    won = f" {step.win.winner.name.lower()} wins" if step.win else ""
    return write_position(step.after) + won
