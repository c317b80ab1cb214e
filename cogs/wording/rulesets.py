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
    """Return whether a ruleset is the usual one, in any of its versions, by its name."""
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
    """Return rulesets as options of a menu, with one of them selected."""
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
    """Return the name of a ruleset and what it is."""
    line = translate(RULESET_SUMMARIES[ruleset.name])
    return gettext("**{name}**: {line}", name=ruleset_name(ruleset.name), line=line)


def ruleset_note(ruleset: Ruleset) -> list[str]:
    """Return a small line with the ruleset; none for the usual one."""
    if is_usual(ruleset.name):
        return []
    line = gettext("Ruleset {ruleset}", ruleset=ruleset_line(ruleset))
    return [f"-# {line}"]


def ruleset_named(ruleset: Ruleset) -> list[str]:
    """Return the line of `ruleset_note` with only the name, for later turns."""
    if is_usual(ruleset.name):
        return []
    line = gettext("Ruleset {ruleset}", ruleset=f"**{ruleset_name(ruleset.name)}**")
    return [f"-# {line}"]
