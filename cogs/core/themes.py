"""Which theme a picture is drawn in: the server's for all to see, one's own for oneself."""

from dataclasses import replace
from itertools import chain

import discord

from bot.app import BoopBot
from bot.features.settings.preferences import Preferences, Threats
from bot.game import Seat
from bot.match.identity import GuildId, UserId
from render.scene import Scene
from render.theme import DAY_QUILT, THEMES, Theme
from render.threats import threats_of


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
