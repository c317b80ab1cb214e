"""Rulesets in texts, menus and options."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from discord import SelectOption, app_commands

from bot.game import CLASSIC, Ruleset
from bot.match.terms import RULESET_SUMMARIES, ruleset_name
from bot.text import gettext, translate
from cogs.wording.translating import command_text

USUAL_RULESET: Final = CLASSIC.name
"""The name of the ruleset that texts don't mention."""


def is_usual(ruleset: str) -> bool:
    """Return whether a name is that of the usual ruleset, which all its versions share."""
    return ruleset == USUAL_RULESET


def ruleset_choices() -> list[app_commands.Choice[str]]:
    """Return the rulesets as choices of an option."""
    return [
        app_commands.Choice(name=command_text(partial(_ruleset_choice, name)), value=name)
        for name in RULESET_SUMMARIES
    ]


def _ruleset_choice(name: str) -> str:
    return gettext(
        "{name}: {line}", name=ruleset_name(name), line=translate(RULESET_SUMMARIES[name])
    )


def ruleset_options(
    chosen: str | None, names: Iterable[str] = RULESET_SUMMARIES
) -> list[SelectOption]:
    """Return rulesets as options of a menu. The ruleset `chosen` is selected, if it is given."""
    return [
        SelectOption(
            label=ruleset_name(name),
            value=name,
            description=translate(RULESET_SUMMARIES[name]),
            default=name == chosen,
        )
        for name in names
    ]


def ruleset_line(ruleset: Ruleset) -> str:
    """Return the name of a ruleset and its summary."""
    line = translate(RULESET_SUMMARIES[ruleset.name])
    return gettext("**{name}**: {line}", name=ruleset_name(ruleset.name), line=line)


def ruleset_note(ruleset: Ruleset) -> list[str]:
    """Return a small line with the name and summary of a ruleset; nothing for the usual one."""
    if is_usual(ruleset.name):
        return []
    line = gettext("Ruleset {ruleset}", ruleset=ruleset_line(ruleset))
    return [f"-# {line}"]


def ruleset_named(ruleset: Ruleset) -> list[str]:
    """Return the line of `ruleset_note` without the summary, for later turns."""
    if is_usual(ruleset.name):
        return []
    line = gettext("Ruleset {ruleset}", ruleset=f"**{ruleset_name(ruleset.name)}**")
    return [f"-# {line}"]
