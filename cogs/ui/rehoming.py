"""Where a match goes on whose thread or channel was deleted.

In the channel that it came from; else in the server's games channel; else, where neither is there,
in the players' direct messages.
"""

from collections.abc import Collection
from typing import Final

import structlog

from bot.app import BoopBot
from bot.match.identity import ChannelId
from bot.match.match import Match
from bot.match.terms import HomeKind
from cogs.ui.permitted import allowed_in
from cogs.ui.reach import is_out_of_reach

_log: Final = structlog.get_logger(__name__)


async def rehome(bot: BoopBot, match: Match, gone: ChannelId) -> bool:
    """Let a match go on elsewhere, both players owed word of it.

    False when it has moved before, and when it could not be shown anywhere else lately: then it
    stays, and is tried again later.
    """
    avoided = await bot.host.outbox.venues_to_avoid(match.id)
    place = await _place_to_go(bot, match, avoided | {gone})
    if place is None and None in avoided:
        _log.warning("match has nowhere to go", match=match.id)
        return False
    kind = HomeKind.DIRECT if place is None else match.home.kind
    if place is not None and place != match.home.origin:
        kind = HomeKind.CHANNEL
    moved = await bot.host.outbox.move(match.id, gone, place, kind)
    if moved:
        _log.info("match moved", match=match.id, to=kind.value)
    return moved


async def has_place_to_go(bot: BoopBot, match: Match) -> bool:
    """Tell whether a match in direct messages could be played in its server."""
    if is_out_of_reach(bot, match.home.guild):
        return False
    avoided = await bot.host.outbox.venues_to_avoid(match.id)
    return await _place_to_go(bot, match, avoided) is not None


async def _place_to_go(
    bot: BoopBot, match: Match, avoided: Collection[ChannelId | None]
) -> ChannelId | None:
    """Give where a match can be played; where that may not be, the channel it came from."""
    guild, origin = match.home.guild, match.home.origin
    games = (await bot.host.settings.of(guild)).games_channel
    there = [
        place
        for place in (origin, games)
        if place is not None and place not in avoided and _is_there(bot, place)
    ]
    for place in there:
        allowed = await allowed_in(bot, guild, place)
        if allowed.view_channel and allowed.send_messages and allowed.attach_files:
            return place
    return next(iter(there), None)


def _is_there(bot: BoopBot, channel: ChannelId) -> bool:
    return bot.get_channel(channel) is not None
