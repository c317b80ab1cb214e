"""Which match a command is about, asked where it could be several."""

from typing import Any

import discord

from bot.app import BoopBot
from bot.features.matches.errors import SeveralMatches
from bot.match.identity import MatchId
from bot.match.match import Match
from cogs.core.access import viewer_of
from cogs.core.answering import show_panel
from cogs.core.names import user_of
from cogs.core.panels import match_panel


async def resolve_or_ask(
    interaction: discord.Interaction[BoopBot],
    named: MatchId | None,
    name: str,
    /,
    **arguments: Any,
) -> Match | None:
    """Return the requested match; where it could be several, ask which, and return none.

    `name` is the action that is done with the one that is chosen then.
    """
    user = user_of(interaction)
    try:
        return await interaction.client.services.matches.resolve_to_see(
            viewer_of(interaction), named
        )
    except SeveralMatches as several:
        await show_panel(interaction, match_panel(several.matches, user, name, **arguments))
        return None
