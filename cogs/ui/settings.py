"""What is set for a server, as a panel on which it can be changed."""

from typing import Any

import discord

from bot.match.settings import ServerSettings
from cogs.ui.panels import View, asking
from cogs.ui.presses import Deed, menu
from cogs.ui.themes import Scope, theme_options


def settings_panel(settings: ServerSettings) -> View:
    """Show what is set for a server, and let it be changed."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu("Theme", theme_options(settings.theme, Scope.SERVER), Deed.SERVER_THEME)
    )
    text = (
        "### Settings of this server\n**What beds look like here.** A bed takes it on when it is "
        "shown next; everybody may choose their own for private pictures by `/preferences`."
    )
    return asking(text, row)
