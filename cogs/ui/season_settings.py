"""What can be set of a server's seasons: how long they are."""

import discord

from bot.match.settings import ServerSettings
from cogs.ui.panels import View
from cogs.ui.settings_choices import Setting, label_of
from cogs.ui.settings_rows import Seen, add_row, setting_menu


def season_words(settings: ServerSettings) -> str:
    """Say how long seasons are."""
    label = label_of(Setting.SEASON, settings)
    return label if settings.season_days is None else f"{label} each"


def add_seasons(view: View, seen: Seen) -> None:
    """Let the length of seasons be chosen."""
    view.add_item(
        discord.ui.TextDisplay(
            f"**How long a season is:** {season_words(seen.settings)}\nAt its end the table is "
            "kept for good, the first three get titles, and the next season begins at once. A new "
            "length holds for the season that runs too; one that would be over already has a day "
            "left. `/season` shows when it ends."
        )
    )
    add_row(view, setting_menu("How long is a season?", Setting.SEASON, seen.settings))
