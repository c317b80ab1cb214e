"""Sharing a match by link to its page on the web, once it is over or while it is played."""

import asyncio
from functools import partial
from typing import Any, Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.analysis.service import SharedTooSoon
from bot.features.matches.access import AllowedUsers, Visibility, visibility_of
from bot.features.pages.errors import NotShared
from bot.features.pages.queries import PublicPage
from bot.features.pages.service import Audience, Discoverability, LinkState
from bot.match.identity import ChannelId, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import N_, Language, Languages, gettext, pgettext, speaking, translate
from cogs.core.access import BEFORE_AN_ANSWER, everyone_sees
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import ActionButton, View, button
from cogs.core.errors import FAILURES
from cogs.core.outgoing import Outgoing
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.posting import post_once
from cogs.delivery.venues import direct_channel
from cogs.wording.phrases import mention
from cogs.wording.translating import personal_languages, public_language

_log: Final = structlog.get_logger(__name__)

_NO_ADDRESS: Final = N_("The host of this bot has switched links off.")
_NOT_SHARED: Final = NotShared.message


class PagesCog(Cog, name="Pages"):
    """Gives matches pages on the web, and revokes them."""

    @action("share-link", who=AllowedUsers.PLAYERS)
    async def share(self, context: ActionContext, match: MatchId) -> None:
        """Give a match a page, or say whose consent is missing."""
        bot = self.bot
        if bot.public_url is None:
            await answer_privately(context.interaction, translate(_NO_ADDRESS))
            return
        stored = await bot.services.matches.find(match)
        pages = bot.services.pages
        sharing = await pages.share(context.user, match, await _audience(bot, stored))
        if sharing.page is None:
            await self._wait(context, sharing)
            return
        address = await self._address(sharing.page)
        is_analysed = await self._has_analysis(stored)
        panel = link_panel(sharing, sharing.page, address, is_analysed=is_analysed)
        await answer_privately(context.interaction, panel)
        if stored.outcome is None and sharing.is_new:
            # The other player asked for the link earlier, and does not see this answer.
            await self._notify_other(sharing, context.user, address)

    @action("allow-link", who=AllowedUsers.PLAYERS)
    async def allow(self, context: ActionContext, match: MatchId) -> None:
        """Give a live match the page that the opponent wants; say so where the question is."""
        bot = self.bot
        stored = await bot.services.matches.find(match)
        if bot.public_url is None:
            await answer_privately(context.interaction, translate(_NO_ADDRESS))
            return
        sharing = await bot.services.pages.share(context.user, match, await _audience(bot, stored))
        if sharing.page is None:
            await self._wait(context, sharing)
            return
        address = await self._address(sharing.page)
        if stored.venue.kind is VenueKind.DIRECT:
            await self._notify_other(sharing, context.user, address)
        with speaking(await self._languages(stored, context.user)):
            await _replace(context.interaction, agreed_panel(sharing.match, address))

    @action("refuse-link", who=AllowedUsers.PLAYERS)
    async def refuse(self, context: ActionContext, match: MatchId) -> None:
        """Decline a page for a live match, and say so where the question is."""
        pages = self.bot.services.pages
        sharing = await pages.link_state(match)
        if sharing.match.outcome is not None or not sharing.requested_by - {context.user}:
            # Nothing asks for the player's consent.
            is_waiting = sharing.page is None and sharing.requested_by and sharing.awaited
            panel = waiting_panel(sharing) if is_waiting else note_panel(translate(_NOT_SHARED))
            await answer_privately(context.interaction, panel)
            return
        # Both may have agreed elsewhere by now.
        await pages.revoke(context.user, match)
        with speaking(await self._languages(sharing.match, context.user)):
            refused = gettext(
                "{player} would rather not have **#{match}** watched while it is played. It can be "
                "shared once it's over.",
                player=mention(context.user),
                match=match,
            )
            await _replace(context.interaction, note_panel(refused))

    @action("link-analysis", who=AllowedUsers.PLAYERS)
    async def show_analysis(self, context: ActionContext, match: MatchId) -> None:
        """Show the analysis of a match on its page."""
        services = self.bot.services
        record = await services.replays.record(match)
        analysis = await services.analyses.find_for(context.user, record)
        if analysis is not None and analysis.kept_back:
            raise SharedTooSoon(record.match)
        sharing = await services.pages.show_analysis(context.user, match)
        await self._show_link(context, sharing)

    @action("unlink-analysis", who=AllowedUsers.PLAYERS)
    async def hide_analysis(self, context: ActionContext, match: MatchId) -> None:
        """Remove the analysis of a match from its page."""
        sharing = await self.bot.services.pages.hide_analysis(context.user, match)
        await self._show_link(context, sharing)

    async def _show_link(self, context: ActionContext, sharing: LinkState) -> None:
        if sharing.page is None:
            raise NotShared
        address = await self._address(sharing.page)
        panel = link_panel(sharing, sharing.page, address, is_analysed=True)
        await acknowledge(context.interaction, panel)

    async def _wait(self, context: ActionContext, sharing: LinkState) -> None:
        """Say whose consent is missing, and ask that player for it."""
        interaction = context.interaction
        await answer_privately(interaction, waiting_panel(sharing))
        if sharing.match.outcome is None and sharing.is_new:
            is_asked = await self._ask(sharing, context.user)
            if is_asked:
                await answer_privately(interaction, waiting_panel(sharing, is_asked=True))

    async def _has_analysis(self, match: Match) -> bool:
        """Return whether a match is analysed; a live match never is."""
        if match.outcome is None:
            return False
        record = await self.bot.services.replays.record(match.id)
        return await self.bot.services.analyses.find(record) is not None

    async def _address(self, page: PublicPage) -> str:
        turns = len((await self.bot.services.replays.record(page.match)).steps)
        return f"{self.bot.public_url}/m/{page.slug}/{turns}"

    async def _languages(self, match: Match, user: UserId) -> Language | Languages:
        """Return the languages of an answer to a player, which others can read."""
        if not match.venue.is_in_server:
            return await personal_languages(self.bot, user)
        return await public_language(self.bot, match.venue.guild)

    async def _ask(self, sharing: LinkState, asking: UserId) -> bool:
        """Ask the opponent where the match is played; return False if that is impossible.

        The opponent can also consent without being asked.
        """
        match, is_asked = sharing.match, False
        for user in sharing.awaited:
            is_direct = match.venue.kind is VenueKind.DIRECT
            outgoing = Outgoing(
                view=partial(asking_panel, match, asking, user),
                mentions=discord.AllowedMentions(users=[discord.Object(user)]),
                subject=f"livelink {match.id} {user}",
            )
            try:
                channel = match.venue.channel or match.venue.origin
                if is_direct:
                    channel = await direct_channel(self.bot, user)
                with speaking(await self._languages(match, user)):
                    await post_once(self.bot.get_partial_messageable(channel), outgoing)
                is_asked = True
            except FAILURES as error:
                _log.info("opponent not asked for a live link", reason=repr(error))
        return is_asked

    async def _notify_other(self, sharing: LinkState, agreed: UserId, address: str) -> None:
        """Tell the other player about the link in the place where the match is played."""
        match = sharing.match
        for user in sharing.match.people:
            if user == agreed:
                continue
            outgoing = Outgoing(
                view=partial(agreed_panel, match, address), subject=f"livelink {match.id} {user}"
            )
            try:
                channel = match.venue.channel or match.venue.origin
                if match.venue.kind is VenueKind.DIRECT:
                    channel = await direct_channel(self.bot, user)
                with speaking(await self._languages(match, user)):
                    await post_once(self.bot.get_partial_messageable(channel), outgoing)
            except FAILURES as error:
                _log.info("player not told of a live link", reason=repr(error))

    @action("unshare-link", who=AllowedUsers.PLAYERS)
    async def revoke(self, context: ActionContext, match: MatchId) -> None:
        """Revoke the page of a match."""
        was_shared = await self.bot.services.pages.revoke(context.user, match)
        clicked = context.interaction.message
        if clicked is not None and not clicked.flags.ephemeral:
            # Everyone who reads this message would find a link that leads nowhere.
            stored = await self.bot.services.matches.find(match)
            with speaking(await self._languages(stored, context.user)):
                ended = gettext("**#{match}** is no longer shared by link.", match=match)
                await _replace(context.interaction, note_panel(ended))
            return
        text = (
            gettext(
                "The link has stopped working. Where it was posted, Discord may keep showing its "
                "preview."
            )
            if was_shared
            else translate(_NOT_SHARED)
        )
        await answer_privately(context.interaction, note_panel(text))


async def _audience(bot: BoopBot, match: Match) -> Audience:
    """Return who can read the channel of a match; assume not everyone if that is unknown."""
    guild, channel = bot.get_guild(match.venue.guild), match.venue.channel
    if guild is None or channel is None or visibility_of(match) is Visibility.PLAYERS:
        return Audience.SOME
    if guild.get_channel_or_thread(channel) is None:
        # Discord reports archived threads, and who may read them, only on request.
        channel = await _parent_of(guild, channel)
    if channel is None or not everyone_sees(guild, channel, None):
        return Audience.SOME
    return Audience.SERVER


async def _parent_of(guild: discord.Guild, thread: ChannelId) -> ChannelId | None:
    """Return the channel of an archived public thread; None if that is unknown."""
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            channel = await guild.fetch_channel(thread)
    except (TimeoutError, discord.InvalidData, *FAILURES):
        return None
    if not isinstance(channel, discord.Thread) or channel.is_private():
        return None
    return ChannelId(channel.parent_id)


async def _replace(interaction: discord.Interaction[Any], panel: View) -> None:
    """Replace the public message whose button was clicked."""
    await interaction.response.edit_message(
        view=panel, allowed_mentions=discord.AllowedMentions.none()
    )


def link_panel(
    sharing: LinkState, page: PublicPage, address: str, *, is_analysed: bool = False
) -> View:
    """Show the link to a page, and say where else the page may be found.

    If the match is analysed, a button shows the analysis on the page.
    """
    title = gettext("Link to #{match}", match=page.match)
    about = gettext(
        "Everyone who has this link can watch the match, without Discord. They see the bed, the "
        "turns, the date and your names, and nothing of this server."
    )
    sentences = [about, *_found_beyond(sharing)]
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(_open_button(address))
    if is_analysed:
        row.add_item(_analysis_button(page.match, sharing))
        if sharing.shows_analysis:
            sentences.append(gettext("The page shows the analysis, too."))
    row.add_item(_stop_button(page.match))
    view = note_panel(f"### {title}\n{address}\n{' '.join(sentences)}")
    view.add_item(row)
    return view


def agreed_panel(match: Match, address: str) -> View:
    """Show the link to a live match, once both players agreed."""
    text = gettext("**#{match}** can be watched by link now:", match=match.id)
    view = note_panel(f"{text}\n{address}")
    view.add_item(discord.ui.ActionRow(_open_button(address), _stop_button(match.id)))
    return view


def asking_panel(match: Match, asking: UserId, asked: UserId) -> View:
    """Ask a player whether a live match may be watched by link."""
    text = gettext(
        "{player}, {opponent} would like to share **#{match}** by link while you play. Everyone "
        "who has the link could watch: they would see the bed, the turns and your names. You can "
        "both end that at any time.",
        player=mention(asked),
        opponent=mention(asking),
        match=match.id,
    )
    view = note_panel(text)
    success, secondary = discord.ButtonStyle.success, discord.ButtonStyle.secondary
    view.add_item(
        discord.ui.ActionRow(
            # Translators: answers to whether a match may be watched by link.
            button(
                pgettext("sharing a live match", "Agree"), success, "allow-link", match=match.id
            ),
            button(
                pgettext("sharing a live match", "No, thanks"),
                secondary,
                "refuse-link",
                match=match.id,
            ),
        )
    )
    return view


def waiting_panel(sharing: LinkState, *, is_asked: bool = False) -> View:
    """Say which player must still want the link, and whether they were asked."""
    match, [other, *_] = sharing.match, sharing.awaited
    if match.outcome is None:
        text = gettext(
            "**#{match}** can be watched by link once {opponent} chooses **More**, **Share live**, "
            "too.",
            match=match.id,
            opponent=mention(other),
        )
        if is_asked:
            announcement = gettext("I've asked.")
            text = f"{text}\n-# {announcement}"
    else:
        text = gettext(
            "Not everyone in the server can see **#{match}**, so there is a link once {opponent} "
            "chooses **Share**, **Get a link**, too.",
            match=match.id,
            opponent=mention(other),
        )
        text = " ".join([text, *_found_beyond(sharing)])
    view = note_panel(text)
    view.add_item(discord.ui.ActionRow(_stop_button(match.id)))
    return view


_BEYOND: Final = {
    Discoverability.LEADERBOARD: N_("This server's public leaderboard may link to the match."),
    Discoverability.SEARCH: N_("Search engines may list its page."),
}
"""The ways to find the page of a match without its link."""


def _found_beyond(sharing: LinkState) -> list[str]:
    return [translate(text) for beyond, text in _BEYOND.items() if beyond in sharing.beyond]


def _open_button(address: str) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=gettext("Open"), url=address)


def _analysis_button(match: MatchId, sharing: LinkState) -> ActionButton:
    secondary = discord.ButtonStyle.secondary
    if sharing.shows_analysis:
        return button(gettext("Hide the analysis"), secondary, "unlink-analysis", match=match)
    # Translators: a button below the link to the page of a match on the web.
    return button(gettext("Show the analysis, too"), secondary, "link-analysis", match=match)


def _stop_button(match: MatchId) -> ActionButton:
    label = gettext("Stop sharing")
    return button(label, discord.ButtonStyle.danger, "unshare-link", match=match)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PagesCog(bot))
