"""Posting weekly digests where servers want them, once each."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.app import BoopBot
from bot.features.digests.queries import PlannedDigest, Sees
from bot.features.digests.service import WeekOfServer
from bot.jobs.runner import PutOff
from bot.match.clock import HOUR
from bot.match.identity import ChannelId, GuildId
from bot.text import N_, speaking
from cogs.core.access import everyone_sees
from cogs.core.board import Picture
from cogs.core.board_message import draw
from cogs.core.delivery import Outgoing, post_unless_refused, tell_of_lost_post
from cogs.core.discord_codes import FAILURES
from cogs.core.panels import View
from cogs.core.translating import public_language
from cogs.core.venues import link_to
from cogs.digests.views import digest_view

_LOST: Final = N_(
    "🗓️ The weekly digest couldn't be posted in {channel}: {why}. I'll try again next week."
)


async def post_digest(bot: BoopBot, guild: GuildId) -> None:
    """Post the digest of a server, if it is due. Raise `PutOff` if Discord has it wait."""
    planned = await bot.services.weekly_digests.due(guild)
    if planned is None:
        return
    try:
        with speaking(await public_language(bot, guild)):
            async with bot.working():
                await _tell(bot, planned)
    except FAILURES as error:
        raise PutOff(repr(error)) from error


async def laid_out(bot: BoopBot, week: WeekOfServer) -> tuple[Callable[[], View], Picture | None]:
    """Return what lays the digest out, and the match of the week drawn in the server's theme."""
    if week.closest is None:
        return partial(digest_view, week, None, None), None
    match = week.closest.match
    picture = await draw(bot, match)
    return partial(digest_view, week, picture, await link_to(bot, match)), picture


def in_sight(bot: BoopBot, number: GuildId, digest: ChannelId | None) -> Sees:
    """Return what says whether a match may be in a digest, by the channel it was begun in.

    Everybody must see that channel, or it is where the digest is, or a thread there.
    """
    guild = bot.get_guild(number)

    def sees(origin: ChannelId) -> bool:
        return guild is not None and everyone_sees(guild, origin, digest)

    return sees


async def _tell(bot: BoopBot, planned: PlannedDigest) -> None:
    digests = bot.services.weekly_digests
    channel = (await bot.services.settings.of(planned.guild)).digest_channel
    if channel is None:
        return  # It was unset since, and the plan is gone with it.
    week = await digests.week_of(planned, in_sight(bot, planned.guild, channel))
    if not week.is_quiet:
        # Posted again soon, as after a crash, it is the same message.
        nonce = f"w{planned.guild:x}-{int(week.stretch.until / HOUR):x}"
        view, picture = await laid_out(bot, week)
        outgoing = Outgoing(view=view, picture=picture, nonce=nonce)
        refusal = await post_unless_refused(bot, channel, planned.guild, outgoing)
        if refusal is not None:
            if await digests.lost(planned):
                await tell_of_lost_post(bot, planned.guild, channel, _LOST, refusal)
            return
    await digests.done(planned, week.stretch.until)
