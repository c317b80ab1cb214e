"""Telling people that a match which they followed is over."""

from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.watching.queries import Follower
from bot.match.match import Match
from cogs.core.access import member_sees
from cogs.core.discord_codes import FAILURES, Code, is_passing
from cogs.core.membership import is_out_of_reach
from cogs.core.publishing import draw
from cogs.core.venues import link_of
from cogs.watching.views import over_message

_log: Final = structlog.get_logger(__name__)


async def tell_followers(bot: BoopBot, told: Sequence[Follower]) -> None:
    """Tell some followers of matches that are over, one after another.

    Whom Discord keeps us from telling for now is told later; nobody else is held up by them.
    """
    for follower in told:
        if not await bot.services.followers.claim(follower):
            continue
        try:
            await _tell(bot, follower)
        except FAILURES as error:
            _log.warning("follower not told yet", match=follower.match, reason=repr(error))
        except Exception:
            _log.exception("follower not told yet", match=follower.match)


async def _tell(bot: BoopBot, follower: Follower) -> None:
    work = await bot.services.outbox.work_of(follower.match)
    if is_out_of_reach(bot, work.match.venue.guild):
        return
    try:
        member = await _member(bot, work.match, follower)
        if member is not None and member_sees(member, work.match):
            # The studio keeps what it drew, so the bed is drawn once for all followers.
            picture = await draw(bot, work.match)
            await member.send(
                view=over_message(work.match, picture, link_of(work.match, work)),
                file=picture.file(),
                nonce=f"w{follower.match}-{follower.user % 10**8}",
                allowed_mentions=discord.AllowedMentions.none(),
            )
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # They have left, or take no direct messages: there is no other way to them.
        _log.info("follower not told", match=follower.match, code=error.code)
        if error.code == Code.DIRECT_MESSAGES_CLOSED:
            await bot.services.notifications.found_closed(follower.user)
    await bot.services.followers.told(follower)


async def _member(bot: BoopBot, match: Match, follower: Follower) -> discord.Member | None:
    """Return the follower, who may only be told as a member of the match's server."""
    guild = bot.get_guild(match.venue.guild)
    return None if guild is None else await guild.fetch_member(follower.user)
