"""Rulesets and positions as they are given on the command line."""

from bot.commands.errors import NoSuchRuleset
from bot.game import RULESETS, Position, Ruleset, read_position


def ruleset_called(name: str) -> Ruleset:
    """Find the newest version of the ruleset of that name, or raise `NoSuchRuleset`."""
    versions = [ruleset for ruleset in RULESETS if ruleset.name == name]
    if not versions:
        raise NoSuchRuleset(name, tuple(sorted({ruleset.name for ruleset in RULESETS})))
    return max(versions, key=lambda ruleset: ruleset.version)


def position_called(text: str | None, ruleset: Ruleset) -> Position:
    """Read the position's text, or give the start where there is none."""
    return Position.start(ruleset) if text is None else read_position(text, ruleset)
