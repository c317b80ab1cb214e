"""Checks the options of slash commands, and the places where commands may run."""

from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

from bot.match.identity import Elsewhere
from bot.text import gettext
from bot.text.graphemes import beginning
from cogs.core.access import locate
from cogs.core.errors import NotHere
from cogs.core.failures import answer_failure
from cogs.core.replies import acknowledge

LONGEST_TEXT: Final = 6000
"""Discord's limit of an option's text, in characters."""
LARGEST_NUMBER: Final = 2**53
"""Discord's limit of an option's number."""

_SHOWN: Final = 40
"""The most characters of a wrong value in the refusal."""


async def check_options(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a command may run here with its options. If not, tell the user why."""
    if isinstance(locate(interaction), Elsewhere):
        if _is_typing(interaction):
            await interaction.response.autocomplete([])
        else:
            await answer_failure(interaction, NotHere())
        return False
    command = interaction.command
    if not isinstance(command, app_commands.Command) or _is_typing(interaction):
        return True
    for parameter in command.parameters:
        value = getattr(interaction.namespace, parameter.display_name, None)
        wrong = None if value is None else _fault_of(parameter, value)
        if wrong is not None:
            await acknowledge(interaction, wrong)
            return False
    return True


def _is_typing(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the user is still typing, so that options need not be right yet."""
    return interaction.type is discord.InteractionType.autocomplete


def _fault_of(parameter: app_commands.Parameter, value: Any) -> str | None:
    """Return a sentence that says why a value is wrong and what is right; None if it is right."""
    name, choices = parameter.display_name, [each.value for each in parameter.choices]
    shown = beginning(str(value), _SHOWN).replace("`", "'")
    if choices:
        is_offered = value in choices and not isinstance(value, bool)
        return (
            None
            if is_offered
            else gettext(
                "**{name}** can't be `{shown}`. Pick one of the choices.", name=name, shown=shown
            )
        )
    match parameter.type:
        case AppCommandOptionType.integer | AppCommandOptionType.number:
            least = -LARGEST_NUMBER if parameter.min_value is None else parameter.min_value
            most = LARGEST_NUMBER if parameter.max_value is None else parameter.max_value
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not least <= value <= most:
                return gettext(
                    "**{name}** can't be `{shown}`. Pick a number from {least} to {most}.",
                    name=name,
                    shown=shown,
                    least=str(least),
                    most=str(most),
                )
        case AppCommandOptionType.string:
            least = 0 if parameter.min_value is None else parameter.min_value
            most = LONGEST_TEXT if parameter.max_value is None else parameter.max_value
            if not isinstance(value, str) or not least <= len(value) <= most:
                return gettext(
                    "**{name}** can't be `{shown}`. It must have {least} to {most} characters.",
                    name=name,
                    least=str(least),
                    most=str(most),
                    shown=shown,
                )
        case AppCommandOptionType.boolean if not isinstance(value, bool):
            return gettext(
                "**{name}** can't be `{shown}`. Pick true or false.", name=name, shown=shown
            )
        case _ if isinstance(value, discord.Object):
            # Discord sends the facts about an object with its id, but not if no such object exists.
            return gettext(
                "**{name}** can't be `{shown}`. I can't see who or what that is.",
                name=name,
                shown=shown,
            )
        case _:
            pass
    return None


SERVERS_ALONE: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
"""Only in servers. All contexts are given, because the bot's default applies to a missing one."""
