"""Rulesets and positions as they are given on the command line."""

from bot.commands.errors import NoSuchRuleset
from bot.game import RULESETS, Position, Ruleset, newest_ruleset, read_position


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
