"""The board message: from a match and a reader to the message that is posted."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import discord

from bot.app import BoopBot
from bot.features.notifications.service import ClaimedNotification
from bot.features.settings.preferences import Preferences, Threats
from bot.game import Seat
from bot.match.identity import GuildId, MatchId, Revision, UserId
from bot.match.match import Match
from bot.text import Language, Languages, speaking
from cogs.board.layout import board_layout, hints_of, picture_of, read_picture_name, scene_of
from cogs.core.actions import ActionRequest, Control, read_call
from cogs.core.codecs import Unreadable
from cogs.core.components import View
from cogs.core.outgoing import Outgoing, Picture, custom_ids_of, traits_of
from cogs.wording.notification_text import mentions_of, text_on_board
from cogs.wording.rating_changes import rated_of
from cogs.wording.translating import personal_languages, public_language
from render.outlines import threats_of
from render.scene import Scene
from render.theme import DAY_QUILT, THEMES, Theme


async def public_theme(bot: BoopBot, guild: GuildId | None) -> Theme:
    """Return the theme of public boards in a server."""
    if guild is None:
        return DAY_QUILT
    return _known((await bot.services.settings.of(guild)).theme) or DAY_QUILT


async def private_theme(interaction: discord.Interaction[BoopBot]) -> Theme:
    """Return the theme of boards that only the user sees: their own, or the one of the server."""
    user, guild = UserId(interaction.user.id), _guild_of(interaction)
    return await theme_for(interaction.client, user, guild)


async def theme_for(bot: BoopBot, user: UserId | None, guild: GuildId | None) -> Theme:
    """Return the theme for a user, or for a public board if `user` is None."""
    if user is None:
        return await public_theme(bot, guild)
    return await _preferred(bot, await bot.services.preferences.of(user), guild)


async def for_one(interaction: discord.Interaction[BoopBot], scene: Scene) -> Scene:
    """Return a scene in the theme of the user of an interaction, with threats if they like."""
    user, guild = UserId(interaction.user.id), _guild_of(interaction)
    return await for_person(interaction.client, user, guild, scene)


async def for_person(bot: BoopBot, user: UserId, guild: GuildId | None, scene: Scene) -> Scene:
    """Return a scene in the theme of a user, with threats if they like."""
    preferred = await bot.services.preferences.of(user)
    seen = replace(scene, theme=await _preferred(bot, preferred, guild))
    # The options show pieces that are about to leave. Threats next to them would be wrong.
    if preferred.threats is Threats.HIDDEN or scene.ending is not None or scene.options:
        return seen
    return replace(seen, threats=tuple(chain(*(threats_of(scene.position, seat) for seat in Seat))))


def _guild_of(interaction: discord.Interaction[BoopBot]) -> GuildId | None:
    return None if interaction.guild_id is None else GuildId(interaction.guild_id)


async def _preferred(bot: BoopBot, preferred: Preferences, guild: GuildId | None) -> Theme:
    """Return the theme of the preferences, or that of the server."""
    return _known(preferred.theme) or await public_theme(bot, guild)


def _known(name: str | None) -> Theme | None:
    """Return the theme with a stored name; None if this version does not have it."""
    return None if name is None else THEMES.get(name)


async def board_message(
    bot: BoopBot,
    match: Match,
    owner: UserId | None = None,
    notifications: Sequence[ClaimedNotification] = (),
) -> Outgoing:
    """Return the current board message of a match.

    `owner` is the player in whose direct messages it is, or None for a public board. The text that
    notifies players is first, where a phone shows it. A board in direct messages is silent unless
    it notifies its owner.
    """
    language: Language | Languages
    if owner is None:
        language = await public_language(bot, match.venue.guild)
    else:
        language = await personal_languages(bot, owner)
    with speaking(language):
        scene = await _scene_for(bot, match, owner)
        rated, hints = await rated_of(bot, match), await hints_of(bot, match)
        undrawn = picture_of(match, scene, b"")
    mentions, is_ringing = mentions_of(notifications)

    def lay_out() -> View:
        with speaking(language):
            notification = text_on_board(notifications, owner)
            return board_layout(match, undrawn, rated, hints, notification, owner)

    # The picture may be in the making, so the first view is laid out meanwhile.
    ready = [lay_out()]
    picture = replace(undrawn, image=await bot.studio.picture(scene))

    def view() -> View:
        return ready.pop() if ready else lay_out()

    is_quiet = bool(notifications) or owner is not None
    silent = is_quiet and not is_ringing
    return Outgoing(view=view, picture=picture, silent=silent, mentions=mentions)


async def draw(bot: BoopBot, match: Match, owner: UserId | None = None) -> Picture:
    """Draw the current board of a match, for everyone or for one user."""
    scene = await _scene_for(bot, match, owner)
    return picture_of(match, scene, await bot.studio.picture(scene))


def begin_drawing(bot: BoopBot, match: Match, owner: UserId | None = None) -> None:
    """Start drawing the board of a match, so that it is ready sooner when it is shown.

    An error is ignored here. It is raised again when the board is shown.
    """

    async def draw_ahead() -> None:
        await bot.studio.picture(await _scene_for(bot, match, owner))

    asyncio.create_task(draw_ahead()).add_done_callback(_ignore_failure)


def _ignore_failure(drawing: asyncio.Task[None]) -> None:
    if not drawing.cancelled():
        drawing.exception()


async def _scene_for(bot: BoopBot, match: Match, owner: UserId | None) -> Scene:
    """Return what the board shows to everyone, or to its owner in direct messages."""
    scene, guild = scene_of(match), match.venue.guild
    if owner is not None:
        return await for_person(bot, owner, guild, scene)
    return replace(scene, theme=await public_theme(bot, guild))


def board_shown_by(message: discord.Message) -> tuple[MatchId, Revision] | None:
    """Return the match and revision of a board message, by the name of its picture."""
    for name in traits_of(message):
        if shown := read_picture_name(name):
            return shown
    return None


def match_shown_by(message: discord.Message) -> MatchId | None:
    """Return the match of a live board message: all of them have **Next match**."""
    for custom_id in custom_ids_of(message):
        try:
            call = read_call(ActionRequest(custom_id, Control.BUTTON))
        except Unreadable:
            continue
        values = call.values if call.action.name == "next" else {}
        if values.get("left") is not None and values.get("until") is None:
            return MatchId(values["left"])
    return None
