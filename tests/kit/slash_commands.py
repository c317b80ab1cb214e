"""The commands as cogs declare them, without a running bot."""

import importlib
from collections.abc import Iterator

from discord import app_commands
from discord.ext import commands

from cogs import extensions
from cogs.wording.help_lines import AnyCommand


def declared_commands() -> Iterator[AnyCommand]:
    """Return all slash commands and their groups, as `walk_commands` of the bot's tree does."""
    for name in extensions():
        for kind in vars(importlib.import_module(name)).values():
            is_cog = isinstance(kind, type) and issubclass(kind, commands.Cog)
            if is_cog and kind.__module__ == name:
                yield from _declared_by(kind)


def _declared_by(kind: type[commands.Cog]) -> Iterator[AnyCommand]:
    """Return the commands of a cog, which discord.py makes before the cog gets its bot."""
    cog = kind.__new__(kind)
    if isinstance(cog, commands.GroupCog) and isinstance(cog.app_command, app_commands.Group):
        yield cog.app_command
    yield from cog.walk_app_commands()
