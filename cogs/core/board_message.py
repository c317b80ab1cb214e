"""The board message, from a match and a viewer to what is posted."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import discord

from bot.app import BoopBot
from bot.features.notifications.service import Claimed
from bot.features.settings.preferences import Preferences, Threats
from bot.game import Seat
from bot.match.identity import GuildId, UserId
from bot.match.match import Match
from bot.text import Language, Languages, speaking
from cogs.core.board import Picture, View, board_layout, hints_of, picture_of, scene_of
from cogs.core.delivery import Outgoing
from cogs.core.notification_text import text_on_board
from cogs.core.notifications import mentions_of
from cogs.core.rating_changes import rated_of
from cogs.core.translating import personal_languages, public_language
from render.outlines import threats_of
from render.scene import Scene
from render.theme import DAY_QUILT, THEMES, Theme


async def public_theme(bot: BoopBot, guild: GuildId | None) -> Theme:
    """Return the theme of what everybody in a server sees."""
    if guild is None:
        return DAY_QUILT
    return _known((await bot.services.settings.of(guild)).theme) or DAY_QUILT


async def private_theme(interaction: discord.Interaction[BoopBot]) -> Theme:
    """Return the theme of what one person sees: their own, or else the server's."""
    user, guild = UserId(interaction.user.id), _guild_of(interaction)
    return await theme_for(interaction.client, user, guild)


async def theme_for(bot: BoopBot, user: UserId | None, guild: GuildId | None) -> Theme:
    """Return the theme of what a person sees alone, or if nobody is named, of what all see."""
    if user is None:
        return await public_theme(bot, guild)
    return await _preferred(bot, await bot.services.preferences.of(user), guild)


async def for_one(interaction: discord.Interaction[BoopBot], scene: Scene) -> Scene:
    """Return a scene as the one who asked wants to see it."""
    user, guild = UserId(interaction.user.id), _guild_of(interaction)
    return await for_person(interaction.client, user, guild, scene)


async def for_person(bot: BoopBot, user: UserId, guild: GuildId | None, scene: Scene) -> Scene:
    """Return a scene as one person wants to see it: in their theme, with threats if they like."""
    preferred = await bot.services.preferences.of(user)
    seen = replace(scene, theme=await _preferred(bot, preferred, guild))
    # Options are built on pieces that are about to leave; threats beside them would be untrue.
    if preferred.threats is Threats.HIDDEN or scene.ending is not None or scene.options:
        return seen
    return replace(seen, threats=tuple(chain(*(threats_of(scene.position, seat) for seat in Seat))))


def _guild_of(interaction: discord.Interaction[BoopBot]) -> GuildId | None:
    return None if interaction.guild_id is None else GuildId(interaction.guild_id)


async def _preferred(bot: BoopBot, preferred: Preferences, guild: GuildId | None) -> Theme:
    """Return the theme that somebody prefers, or else the server's."""
    return _known(preferred.theme) or await public_theme(bot, guild)


def _known(name: str | None) -> Theme | None:
    """Return the theme of a name that was stored; none if a later program took it away."""
    return None if name is None else THEMES.get(name)


async def board_message(
    bot: BoopBot, match: Match, owner: UserId | None = None, notifications: Sequence[Claimed] = ()
) -> Outgoing:
    """Return the board message of a match as it is.

    `owner` is the player in whose direct messages it is, `None` if all can see it. What it notifies
    people of is first, where a phone shows it. A board in direct messages is silent unless it
    notifies its owner.
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

    # The picture may be under way already, so the first view is made while it is drawn.
    ready = [lay_out()]
    picture = replace(undrawn, image=await bot.studio.picture(scene))

    def view() -> View:
        return ready.pop() if ready else lay_out()

    is_quiet = bool(notifications) or owner is not None
    silent = is_quiet and not is_ringing
    return Outgoing(view=view, picture=picture, silent=silent, mentions=mentions)


async def draw(bot: BoopBot, match: Match, owner: UserId | None = None) -> Picture:
    """Draw the board of a match as it is, for all to see or in a player's own messages."""
    scene = await _scene_for(bot, match, owner)
    return picture_of(match, scene, await bot.studio.picture(scene))


def begin_drawing(bot: BoopBot, match: Match, owner: UserId | None = None) -> None:
    """Have a match's board drawn ahead, so that whoever shows it waits for less.

    What fails in it fails again where the board is shown, and is raised there.
    """

    async def draw_ahead() -> None:
        await bot.studio.picture(await _scene_for(bot, match, owner))

    asyncio.create_task(draw_ahead()).add_done_callback(_ignore_failure)


def _ignore_failure(drawing: asyncio.Task[None]) -> None:
    if not drawing.cancelled():
        drawing.exception()


async def _scene_for(bot: BoopBot, match: Match, owner: UserId | None) -> Scene:
    """Return what the board of a match shows to all, or to the one who alone sees it."""
    scene, guild = scene_of(match), match.venue.guild
    if owner is not None:
        return await for_person(bot, owner, guild, scene)
    return replace(scene, theme=await public_theme(bot, guild))
