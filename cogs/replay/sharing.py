"""Share a finished match in a channel, as an animation or as a picture."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, Final

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.bounded import BoundedDict
from bot.features.matches.access import AllowedUsers
from bot.features.matches.errors import NoSuchMatch
from bot.features.replay.service import MatchRecord
from bot.match.errors import MatchGoesOn
from bot.match.identity import ChannelId, InServer, MatchId, MessageId, Place, UserId
from bot.match.terms import home_at, server_of
from bot.text import N_, Language, Languages, gettext, ngettext, speaking, translate
from bot.workers.protocol import Report
from cogs.board.message import public_theme, theme_for
from cogs.core.access import BEFORE_AN_ANSWER, place_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import View, button, channel_menu
from cogs.core.errors import FAILURES, is_passing
from cogs.core.outgoing import Outgoing, Picture
from cogs.core.panels import note_panel
from cogs.core.progress import run_with_progress, show_failure_in_place
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.permissions import (
    TO_SEE,
    TO_SHARE,
    TO_SHARE_IN_THREAD,
    Need,
    allowed_by,
    lacking,
)
from cogs.delivery.posting import post_once
from cogs.delivery.publishing import repost_board
from cogs.replay.animation import animate
from cogs.replay.errors import ChannelUnwritable, NotAWriter, NothingToReplay
from cogs.replay.views import (
    animated_picture,
    animation_view,
    caption_of,
    scene_at,
    still_picture,
    still_view,
)
from cogs.wording.links import message_link
from cogs.wording.names import NAMES
from cogs.wording.translating import personal_languages, public_language
from render.banner import BannerImage
from render.replay import AnimationTooLong
from render.theme import Theme

MOST_REMEMBERED: Final = 1000
"""How many shared messages are remembered, so that the same is not shared twice."""
CHANNELS: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.public_thread,
    discord.ChannelType.voice,
)
"""The kinds of channels that a player can choose to share in.

Private threads are missing: only Discord knows their members.
"""

_log: Final = structlog.get_logger(__name__)


class ShareFormat(Enum):
    """The form in which a match is shared."""

    ANIMATION = "animation"
    PICTURE = "picture"


_NAMES: Final = {
    ShareFormat.ANIMATION: N_("Animation"),
    ShareFormat.PICTURE: N_("Picture of the end"),
}
_FAILED: Final = N_("I couldn't post it. Try again.")
_REFUSED: Final = N_("Discord doesn't let me post it there.")


@dataclass(frozen=True, slots=True)
class ShareSelection:
    """A match, the form in which it is shared, and the place; no selection is shared twice."""

    match: MatchId
    shared: ShareFormat
    place: Place


@dataclass(frozen=True, slots=True)
class _SharedPicture:
    """A picture to share, and the function that makes the view around it."""

    picture: Picture
    view: Callable[[], View]


def about_sharing(sharing: ShareSelection) -> Hashable:
    """Return the key under which `underway` tracks the posting of a selection."""
    return "share", sharing


class SharingCog(Cog, name="Sharing"):
    """Posts finished matches publicly, where their players choose."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._posted = BoundedDict[ShareSelection, MessageId](MOST_REMEMBERED)

    @action("share", who=AllowedUsers.PLAYERS)
    async def ask(self, context: ActionContext, match: MatchId) -> None:
        """Ask in which form to share the match, and where."""
        await self._ask(context.interaction, match, ShareFormat.ANIMATION)

    @action("share-what", who=AllowedUsers.PLAYERS)
    async def choose(self, context: ActionContext, match: MatchId, shared: ShareFormat) -> None:
        """Ask again, with another form selected."""
        await self._ask(context.interaction, match, shared)

    @action("share-here", who=AllowedUsers.PLAYERS)
    async def share_here(self, context: ActionContext, match: MatchId, shared: ShareFormat) -> None:
        """Share in this channel."""
        record = await self._record(context.interaction, match)
        await self._share(context, record, ShareSelection(match, shared, context.place))

    @action("share-in", who=AllowedUsers.PLAYERS)
    async def share_in(
        self,
        context: ActionContext,
        match: MatchId,
        shared: ShareFormat,
        *,
        chosen: ChannelId | None,
    ) -> None:
        """Share in another channel of the server."""
        record = await self._record(context.interaction, match)
        place = context.place
        if chosen is None or not isinstance(place, InServer):
            await self._ask(context.interaction, match, shared)
            return
        await self._share(
            context, record, ShareSelection(match, shared, InServer(place.guild, chosen))
        )

    async def _ask(self, interaction: Interaction, match: MatchId, shared: ShareFormat) -> None:
        await self._record(interaction, match)
        await answer_privately(interaction, _panel_of(interaction, match, shared))

    async def _record(self, interaction: Interaction, number: MatchId) -> MatchRecord:
        """Return the record of a match. Raise a refusal if the match can't be shared here."""
        NAMES.remember(interaction.user)
        record = await self.bot.services.replays.record(number)
        match = record.match
        place = place_of(interaction)
        if isinstance(place, InServer) and place.guild != match.venue.guild:
            raise NoSuchMatch(number)
        if match.outcome is None:
            raise MatchGoesOn(match)
        if not record.steps:
            raise NothingToReplay(match)
        return record

    async def _share(
        self, context: ActionContext, record: MatchRecord, sharing: ShareSelection
    ) -> None:
        interaction, place = context.interaction, sharing.place
        if isinstance(place, InServer):
            await _require_may_write(interaction, place)
        if link := await self._link_to(sharing):
            text = gettext("It's here already: {link}", link=link)
            await acknowledge(interaction, note_panel(text))
            return
        about = about_sharing(sharing)
        if about in self.bot.underway:
            text = gettext("It's on its way already.")
            await acknowledge(interaction, note_panel(text))
            return

        async def post() -> None:
            failed, ask_again = translate(_FAILED), partial(_panel_after, interaction, sharing)
            async with (
                self.bot.working(),
                show_failure_in_place(interaction, failed, ask_again),
            ):
                await self._post(interaction, record, sharing)

        await self.bot.underway.run(post, about)

    async def _post(
        self, interaction: Interaction, record: MatchRecord, sharing: ShareSelection
    ) -> None:
        """Draw and post a selection, in the language and the theme of its place."""
        bot, place, user = self.bot, sharing.place, UserId(interaction.user.id)
        languages, theme = await _manner_of(bot, place, user)

        async def draw(hear: Report) -> _SharedPicture:
            with speaking(languages):
                match sharing.shared:
                    case ShareFormat.ANIMATION:
                        return await self._animation(record, theme, user, hear)
                    case ShareFormat.PICTURE:
                        return await self._picture_of(record, theme, user)

        drawing = gettext("Drawing **#{match}**", match=record.match.id)
        try:
            drawn = await run_with_progress(interaction, draw, drawing)
        except AnimationTooLong as error:
            still = replace(sharing, shared=ShareFormat.PICTURE)
            await acknowledge(interaction, _panel_after(interaction, still, _too_long(error)))
            return
        if not interaction.response.is_done():
            # Answer first: rate limits of the channel may delay the post too long.
            await acknowledge(interaction, note_panel(f"{drawing} …"))
        channel = bot.get_partial_messageable(place.channel)
        outgoing = Outgoing(view=drawn.view, picture=drawn.picture, subject=f"{interaction.id}")
        try:
            with speaking(languages):
                message = await post_once(channel, outgoing)
        except FAILURES as error:
            _log.warning("match not shared", match=record.match.id, reason=repr(error))
            is_lasting = isinstance(error, discord.HTTPException) and not is_passing(error)
            text = translate(_REFUSED if is_lasting else _FAILED)
            await acknowledge(interaction, _panel_after(interaction, sharing, text))
            return
        self._posted[sharing] = MessageId(message.id)
        link = message_link(place, MessageId(message.id))
        await acknowledge(interaction, note_panel(gettext("Shared: {link}", link=link)))
        await repost_board(bot, user, place)

    async def _animation(
        self, record: MatchRecord, theme: Theme, user: UserId, hear: Report
    ) -> _SharedPicture:
        animation = await animate(self.bot, user, record, theme, hear)
        picture = animated_picture(record, animation)
        return _SharedPicture(picture, partial(animation_view, record, animation, picture, user))

    async def _picture_of(self, record: MatchRecord, theme: Theme, user: UserId) -> _SharedPicture:
        await NAMES.learn(self.bot, record.match.people)
        scene = replace(scene_at(record, len(record.steps)), theme=theme)
        png = await self.bot.studio.picture(BannerImage(scene, caption_of(record)))
        picture = still_picture(record, scene, png)
        return _SharedPicture(picture, partial(still_view, record, picture, user))

    async def _link_to(self, sharing: ShareSelection) -> str | None:
        """Return a link to the message that shares the same already, unless it was deleted."""
        message = self._posted.get(sharing)
        if message is None:
            return None
        shown = self.bot.get_partial_messageable(sharing.place.channel)
        try:
            async with asyncio.timeout(BEFORE_AN_ANSWER):
                await shown.fetch_message(message)
        except discord.NotFound:
            self._posted.pop(sharing, None)
            return None
        except (TimeoutError, *FAILURES) as error:
            _log.info("shared match not looked for", match=sharing.match, reason=repr(error))
        return message_link(sharing.place, message)


async def _manner_of(
    bot: BoopBot, place: Place, user: UserId
) -> tuple[Language | Languages, Theme]:
    """Return the languages and the theme to use when a user shares a match in a place."""
    guild = server_of(home_at(place))
    if guild is None:
        return await personal_languages(bot, user), await theme_for(bot, user, place)
    return await public_language(bot, guild), await public_theme(bot, guild)


def _too_long(error: AnimationTooLong) -> str:
    return ngettext(
        "An animation of {count} turn is too large for Discord. Share the picture of the end "
        "instead.",
        "An animation of {count} turns is too large for Discord. Share the picture of the end "
        "instead.",
        error.turns,
    )


def _panel_after(interaction: Interaction, sharing: ShareSelection, text: str) -> View:
    """Say why nothing was shared, and ask again."""
    return _panel_of(interaction, sharing.match, sharing.shared, text)


def _panel_of(
    interaction: Interaction, match: MatchId, shared: ShareFormat, text: str | None = None
) -> View:
    in_server = isinstance(place_of(interaction), InServer)
    has_links = interaction.client.public_url is not None
    return sharing_panel(match, shared, in_server=in_server, has_links=has_links, text=text)


def sharing_panel(
    match: MatchId,
    shared: ShareFormat,
    *,
    in_server: bool,
    has_links: bool,
    text: str | None = None,
) -> View:
    """Ask in which form to share a match, and where; direct messages offer no other channel.

    `text` says why the last try failed.
    """
    title = gettext("Share #{match}", match=match)
    note = gettext("Your name will be shown below it.")
    view = note_panel(f"### {title}\n{note}" if text is None else f"{text}\n### {title}\n{note}")
    kinds: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for each in ShareFormat:
        style = discord.ButtonStyle.primary if each is shared else discord.ButtonStyle.secondary
        kinds.add_item(
            button(translate(_NAMES[each]), style, "share-what", match=match, shared=each)
        )
    view.add_item(kinds)
    success = discord.ButtonStyle.success
    here = button(gettext("Share here"), success, "share-here", match=match, shared=shared)
    shared_row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(here)
    if has_links:
        secondary = discord.ButtonStyle.secondary
        shared_row.add_item(button(gettext("Get a link"), secondary, "share-link", match=match))
    view.add_item(shared_row)
    if in_server:
        elsewhere = channel_menu(
            gettext("Share in another channel…"),
            None,
            "share-in",
            types=CHANNELS,
            match=match,
            shared=shared,
        )
        view.add_item(discord.ui.ActionRow(elsewhere))
    return view


async def _require_may_write(interaction: Interaction, place: InServer) -> None:
    """Raise `NotAWriter` or `ChannelUnwritable` if the user or the bot may not post there."""
    person, channel = interaction.user, place.channel
    if channel == interaction.channel_id:
        is_thread = isinstance(interaction.channel, discord.Thread)
        theirs, ours = interaction.permissions, interaction.app_permissions
    else:
        target = await _channel_at(interaction, channel)
        if target.type not in CHANNELS or not isinstance(person, discord.Member):
            raise NotAWriter(channel)
        is_thread = isinstance(target, discord.Thread)
        theirs = target.permissions_for(person)
        ours = await allowed_by(interaction.client, target)
    needs = TO_SHARE_IN_THREAD if is_thread else TO_SHARE
    if any(need.flag != "attach_files" for need in lacking(theirs, needs)):
        raise NotAWriter(channel)
    if missing := lacking(ours, needs):
        raise _unwritable(channel, missing)


async def _channel_at(
    interaction: Interaction, channel: ChannelId
) -> discord.abc.GuildChannel | discord.Thread:
    """Return a channel or thread of the server. Raise `ChannelUnwritable` if the bot can't see it.

    Ask Discord for archived threads, because discord.py knows only active ones.
    """
    guild = interaction.guild
    if guild is None:
        raise _unwritable(channel, [TO_SEE])
    if place := guild.get_channel_or_thread(channel):
        return place
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            fetched = await guild.fetch_channel(channel)
    except (discord.Forbidden, discord.NotFound, discord.InvalidData) as error:
        raise _unwritable(channel, [TO_SEE]) from error
    if isinstance(fetched, discord.Thread) and fetched.parent is None:
        raise _unwritable(channel, [TO_SEE])
    return fetched


def _unwritable(channel: ChannelId, missing: Sequence[Need]) -> ChannelUnwritable:
    return ChannelUnwritable(channel, tuple(need.name for need in missing))
