"""Sharing a finished match by link to its page on the web."""

import asyncio
from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.features.matches.access import Visibility, Who, visibility_of
from bot.features.pages.queries import PublicPage
from bot.features.pages.service import Audience, LinkState
from bot.match.identity import ChannelId, MatchId
from bot.match.match import Match
from bot.text import N_, gettext, translate
from cogs.core.access import BEFORE_AN_ANSWER, everyone_sees
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import ActionButton, View, button
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.replies import answer_privately
from cogs.wording.phrases import mention

_NO_ADDRESS: Final = N_("The host of this bot has switched links off.")


class PagesCog(Cog, name="Pages"):
    """Gives matches pages on the web, and takes them away."""

    @action("share-link", who=Who.PLAYERS)
    async def share(self, context: ActionContext, match: MatchId) -> None:
        """Give a match a page, or say who else must want it."""
        bot = self.bot
        if bot.public_url is None:
            await answer_privately(context.interaction, translate(_NO_ADDRESS))
            return
        found = await bot.services.matches.find(match)
        sharing = await bot.services.pages.share(context.user, match, await _audience(bot, found))
        if sharing.page is None:
            await answer_privately(context.interaction, waiting_panel(sharing))
        else:
            turns = len((await bot.services.replays.record(match)).steps)
            panel = link_panel(sharing.page, f"{bot.public_url}/m/{sharing.page.slug}/{turns}")
            await answer_privately(context.interaction, panel)

    @action("unshare-link", who=Who.PLAYERS)
    async def revoke(self, context: ActionContext, match: MatchId) -> None:
        """Take its page away from a match."""
        was_shared = await self.bot.services.pages.revoke(context.user, match)
        text = (
            gettext(
                "The link has stopped working. Where it was posted, Discord may keep showing its "
                "preview."
            )
            if was_shared
            else gettext("This match isn't shared by link.")
        )
        await answer_privately(context.interaction, note_panel(text))


async def _audience(bot: BoopBot, match: Match) -> Audience:
    """Return who can read where a match was played; not everyone if that is unknown."""
    guild, channel = bot.get_guild(match.venue.guild), match.venue.channel
    if guild is None or channel is None or visibility_of(match) is Visibility.PLAYERS:
        return Audience.SOME
    if guild.get_channel_or_thread(channel) is None:
        # Discord tells of archived threads only if it is asked, and of whom they are open to.
        channel = await _parent_of(guild, channel)
    if channel is None or not everyone_sees(guild, channel, None):
        return Audience.SOME
    return Audience.SERVER


async def _parent_of(guild: discord.Guild, thread: ChannelId) -> ChannelId | None:
    """Return the channel of an archived public thread; None if that is unknown."""
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            found = await guild.fetch_channel(thread)
    except (TimeoutError, discord.InvalidData, *FAILURES):
        return None
    if not isinstance(found, discord.Thread) or found.is_private():
        return None
    return ChannelId(found.parent_id)


def link_panel(page: PublicPage, address: str) -> View:
    """Show the link to a page."""
    title = gettext("Link to #{match}", match=page.match)
    about = gettext(
        "Everyone who has this link can watch the match, without Discord. They see the bed, the "
        "turns, the date and your names, and nothing of this server."
    )
    view = note_panel(f"### {title}\n{address}\n{about}")
    open_page: discord.ui.Button[Any] = discord.ui.Button(label=gettext("Open"), url=address)
    view.add_item(discord.ui.ActionRow(open_page, _stop_button(page.match)))
    return view


def waiting_panel(sharing: LinkState) -> View:
    """Say who else must want the link."""
    match = sharing.match
    others = [user for user in match.people if user not in sharing.wanted_by]
    text = gettext(
        "Not everyone in the server can see **#{match}**, so there is a link once {opponent} "
        "chooses **Share**, **Get a link**, too.",
        match=match.id,
        opponent=mention(others[0]),
    )
    view = note_panel(text)
    view.add_item(discord.ui.ActionRow(_stop_button(match.id)))
    return view


def _stop_button(match: MatchId) -> ActionButton:
    label = gettext("Stop sharing")
    return button(label, discord.ButtonStyle.danger, "unshare-link", match=match)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PagesCog(bot))
