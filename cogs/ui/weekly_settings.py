"""What can be set of the weekly digest, and of the leaderboard on the web."""

import discord

from cogs.core.actions import button, channel_menu
from cogs.ui.panels import View
from cogs.ui.settings_choices import Setting, label_of
from cogs.ui.settings_rows import Seen, add_row, setting_menu, unset_button


def digest_words(seen: Seen) -> str:
    """Say when and where the week is told, if it is."""
    channel, settings = seen.settings.digest_channel, seen.settings
    words = seen.shown(Setting.DIGEST, channel, f"<#{channel}>", "")
    if not words:
        return "No digest"
    when = " at ".join(
        label_of(each, settings) for each in (Setting.DIGEST_DAY, Setting.DIGEST_HOUR)
    )
    return f"{when} in {words}"


def add_news(view: View, seen: Seen) -> None:
    """Let it be chosen whether and when the week is told, and whether the web shows who leads."""
    settings = seen.settings
    view.add_item(
        discord.ui.TextDisplay(
            f"**Weekly digest:** {digest_words(seen)}\nOne message a week: results, who gained "
            "most, the match of the week, and whose time runs out. It pings nobody, and a week "
            "without any match is passed over."
        )
    )
    shown = seen.here(Setting.DIGEST, settings.digest_channel)
    add_row(
        view,
        channel_menu("A channel for the digest", shown, "set-channel", setting=Setting.DIGEST),
    )
    preview = button("Preview", discord.ButtonStyle.primary, "week-preview")
    if settings.digest_channel is None:
        add_row(view, preview)
    else:
        add_row(view, setting_menu("On which day", Setting.DIGEST_DAY, settings))
        add_row(view, setting_menu("At what time", Setting.DIGEST_HOUR, settings))
        view.add_item(discord.ui.ActionRow(preview, unset_button("Post no digest", Setting.DIGEST)))
    view.add_item(
        discord.ui.TextDisplay(
            "**The leaderboard on the web**\nWho hosts this bot may serve leaderboards as pages; "
            "yours is among them only if you choose so here."
        )
    )
    add_row(view, setting_menu("Leaderboard on the web", Setting.LEADERBOARD, settings))
