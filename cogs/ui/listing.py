"""Whether a person stands on leaderboards, as a panel on which it can be changed."""

from typing import Any, assert_never

import discord

from bot.match.season import Listing
from cogs.core.actions import button
from cogs.ui.panels import PreferencesPage, View, asking


def listing_row() -> discord.ui.ActionRow[Any]:
    """Give the row below other preferences that leads to the panel."""
    return discord.ui.ActionRow(button("Leaderboards", discord.ButtonStyle.secondary, "listing"))


def listing_panel(listing: Listing) -> View:
    """Say whether somebody stands on leaderboards, and let them change it."""
    match listing:
        case Listing.LISTED:
            state = "You stand on leaderboards"
            meaning = (
                "as soon as you have a place. Left off, you keep your ratings and rated matches. "
                "Others read neither your name nor your points in leaderboards, titles of a season "
                "and weekly digests, and no points of your matches and challenges. Your matches "
                "themselves can still be looked at where they are played."
            )
            label, other = "Leave me off", Listing.LEFT_OFF
        case Listing.LEFT_OFF:
            state = "You are left off leaderboards"
            meaning = (
                "in all servers, of this season and all others. Your ratings go on beneath; put "
                "back, you have the place that they give."
            )
            label, other = "Put me back", Listing.LISTED
        case _:
            assert_never(listing)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(label, discord.ButtonStyle.primary, "listing", listing=other),
        button(
            "All preferences",
            discord.ButtonStyle.secondary,
            "preferences",
            page=PreferencesPage.PLAYING,
        ),
    )
    return asking(f"### Leaderboards\n**{state}**, {meaning}", row)
