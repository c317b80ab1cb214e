"""The rulesets in words: what people choose from, and what each one changes."""

from functools import partial
from typing import Final

from discord import app_commands

from bot.game import CLASSIC, Ruleset, newest_ruleset
from bot.text import N_, gettext, translate
from cogs.core.translating import command_text

IN_A_LINE: Final = {
    "classic": N_("the rules of the published game"),
    "rows": N_("every line graduates at once; eight cats don't win"),
    "junior": N_("kittens only: the first three in a line win"),
    "seam": N_("each side has a seam piece that travels across the bed"),
    "scarce": N_("a whole run of kittens becomes one cat"),
}
"""What each ruleset is, short enough for a menu."""

DEFAULT: Final = newest_ruleset(CLASSIC.name)


def ruleset_choices() -> list[app_commands.Choice[str]]:
    """Return the rulesets as choices of a command's option."""
    return [
        app_commands.Choice(name=command_text(partial(_choice, name)), value=name)
        for name in IN_A_LINE
    ]


def _choice(name: str) -> str:
    return gettext("{name}: {line}", name=name, line=translate(IN_A_LINE[name]))


def ruleset_line(ruleset: Ruleset) -> str:
    """Return a ruleset's name and what it is."""
    return gettext("**{name}**: {line}", name=ruleset.name, line=translate(IN_A_LINE[ruleset.name]))


def ruleset_note(ruleset: Ruleset) -> list[str]:
    """Return a small line that says what is played; none for the ruleset that is usual."""
    if ruleset is DEFAULT:
        return []
    said = gettext("Ruleset {ruleset}", ruleset=ruleset_line(ruleset))
    return [f"-# {said}"]
