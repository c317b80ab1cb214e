"""The rulesets in words: what people choose from, and what each one changes."""

from typing import Final

from discord import app_commands

from bot.game import CLASSIC, Ruleset, newest_ruleset

IN_A_LINE: Final = {
    "classic": "the rules of the published game",
    "rows": "every line graduates at once; eight cats do not win",
    "junior": "kittens only: the first three in a line win",
    "seam": "each side has a seam piece that travels across the bed",
    "scarce": "a whole run of kittens becomes one cat",
}
"""What each ruleset is, short enough for a menu."""

DEFAULT: Final = newest_ruleset(CLASSIC.name)


def ruleset_choices() -> list[app_commands.Choice[str]]:
    """Return the rulesets as choices of a command's option."""
    return [
        app_commands.Choice(name=f"{name}: {line}", value=name) for name, line in IN_A_LINE.items()
    ]


def ruleset_line(ruleset: Ruleset) -> str:
    """Return a ruleset's name and what it is."""
    return f"**{ruleset.name}**: {IN_A_LINE[ruleset.name]}"
