"""The question before a match is called off."""

from typing import Any

import discord

from bot.match.identity import UserId
from bot.match.match import Match
from cogs.core.actions import button
from cogs.ui.panels import asking
from cogs.ui.words import opponent_name


def call_off_panel(match: Match, user: UserId) -> discord.ui.LayoutView:
    """Ask whether to call off, with the match and the opponent in the question."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Call off", discord.ButtonStyle.danger, "really-call-off", match=match.id),
        button("Keep playing", discord.ButtonStyle.secondary, "keep-playing", match=match.id),
    )
    opponent = opponent_name(match, user)
    question = (
        f"Call off **#{match.id}** against {opponent}? You have not both moved yet, so it ends "
        "without a result, and nobody has won or lost."
    )
    return asking(question, row)
