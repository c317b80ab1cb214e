"""Notifying people that a match which they followed is over."""

from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.jobs.runner import PutOff
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import speaking
from cogs.core.access import member_sees
from cogs.core.board_message import draw
from cogs.core.delivery import Outgoing, post_once
from cogs.core.discord_codes import FAILURES, Code, is_passing
from cogs.core.membership import is_out_of_reach
from cogs.core.publishing import publish_match
from cogs.core.translating import personal_language
from cogs.core.venues import link_of
from cogs.watching.views import over_message

_log: Final = structlog.get_logger(__name__)


async def tell_follower(bot: BoopBot, user: UserId, match: Match) -> None:
    """Tell somebody how a match has ended that they follow, if they may see it still.

    Raise `PutOff` if Discord keeps us from it for now.
    """
    if is_out_of_reach(bot, match.venue.guild):
        raise PutOff("the server is out of reach")
    try:
        await _tell(bot, user, match)
    except discord.HTTPException as error:
        if is_passing(error):
            raise PutOff(repr(error)) from error
        # They have left, or take no direct messages: there is no other way to them.
        _log.info("spectator not notified", match=match.id, code=error.code)
        if error.code == Code.DIRECT_MESSAGES_CLOSED:
            await bot.services.notifications.found_closed(user)
    except FAILURES as error:
        raise PutOff(repr(error)) from error


async def _tell(bot: BoopBot, user: UserId, match: Match) -> None:
    guild = bot.get_guild(match.venue.guild)
    member = None if guild is None else await guild.fetch_member(user)
    if member is None or not member_sees(member, match):
        return
    if any(board.lags for board in await bot.services.outbox.boards_of(match.id)):
        # The message leads to the board with the result, which may be posted anew.
        await publish_match(bot, match.id)
    work = await bot.services.outbox.work_of(match.id)
    # The studio keeps what it drew, so the board is drawn once for all followers.
    with speaking(await personal_language(bot, user)):
        picture, link = await draw(bot, match), link_of(match, work)
        outgoing = Outgoing(
            view=lambda: over_message(match, picture, link),
            picture=picture,
            nonce=f"w{match.id}-{user % 10**8}",
        )
        await post_once(member, outgoing)
