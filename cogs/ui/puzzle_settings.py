"""What can be set of the puzzle of the day: where it is posted, and when its day begins."""

import discord

from bot.host.puzzling import ruleset_for
from cogs.core.actions import channel_menu
from cogs.ui.panels import View
from cogs.ui.settings_choices import Setting, label_of
from cogs.ui.settings_rows import Seen, add_row, setting_menu, unset_button


def puzzle_words(seen: Seen) -> str:
    """Say where the puzzle of the day is posted, if anywhere, and when its day begins."""
    channel, settings = seen.settings.puzzle_channel, seen.settings
    begins = label_of(Setting.PUZZLE_HOUR, settings)
    words = seen.shown(Setting.PUZZLE, channel, f"<#{channel}>", "")
    return f"Posted in {words} at {begins}" if words else f"Posted nowhere · new at {begins}"


def add_puzzle(view: View, seen: Seen) -> None:
    """Let it be chosen whether and when the puzzle of the day is posted."""
    settings = seen.settings
    ruleset = ruleset_for(settings.ruleset).name
    view.add_item(
        discord.ui.TextDisplay(
            f"**{puzzle_words(seen)}**\nEverybody gets it by `/puzzle`, one of {ruleset} each day. "
            "In a channel chosen here it is posted as well, with who solved yesterday's. It pings "
            "nobody."
        )
    )
    shown = seen.here(Setting.PUZZLE, settings.puzzle_channel)
    add_row(
        view,
        channel_menu("A channel for the puzzle", shown, "set-channel", setting=Setting.PUZZLE),
    )
    add_row(view, setting_menu("When a new day begins", Setting.PUZZLE_HOUR, settings))
    if settings.puzzle_channel is not None:
        add_row(view, unset_button("Post no puzzle", Setting.PUZZLE))
