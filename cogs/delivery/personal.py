"""Direct messages that the outbox owes a user, in the user's languages."""

from collections.abc import Callable

import discord

from bot.app import BoopBot
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import Direct, UserId, is_former
from bot.text import speaking
from cogs.core.components import View
from cogs.core.errors import is_final_in_person
from cogs.core.outgoing import Outgoing
from cogs.delivery.outbox import Rendering
from cogs.delivery.venues import direct_channel
from cogs.wording.translating import personal_languages

Layout = Callable[[], View | None]
"""Returns a message in the current language; None if the message is no longer needed."""


async def in_person(
    bot: BoopBot,
    due: OutboxEntry,
    user: UserId,
    laid_out: Layout,
    otherwise: Rendering | None = None,
) -> Rendering | None:
    """Return a direct message to a user; `otherwise` if the user does not accept any."""
    if is_former(user):
        return None
    languages = await personal_languages(bot, user)
    with speaking(languages):
        if laid_out() is None:
            return None
    try:
        channel = await direct_channel(bot, user)
    except discord.HTTPException as error:
        if not is_final_in_person(error):
            raise
        return otherwise

    def view() -> View:
        with speaking(languages):
            return laid_out() or View()

    place = Direct(user, channel)
    closed = otherwise or Rendering(due.revision, place, None)
    return Rendering(due.revision, place, Outgoing(view=view), otherwise=closed)
