"""Which theme a picture is drawn in: the server's for all to see, one's own for oneself."""

from enum import Enum, auto
from typing import Final

import discord

from bot.app import BoopBot
from bot.match.identity import GuildId, UserId
from render.theme import DAY_QUILT, THEMES, Theme

AS_THE_SERVER: Final = "server"
"""What people choose who want no theme of their own."""


async def public_theme(bot: BoopBot, guild: GuildId | None) -> Theme:
    """Give the theme of what everybody in a server sees."""
    if guild is None:
        return DAY_QUILT
    return _known((await bot.host.settings.of(guild)).theme) or DAY_QUILT


async def private_theme(interaction: discord.Interaction[BoopBot]) -> Theme:
    """Give the theme of what one person sees: their own, or else the server's."""
    bot = interaction.client
    own = _known((await bot.host.preferences.of(UserId(interaction.user.id))).theme)
    guild = interaction.guild_id
    return own or await public_theme(bot, None if guild is None else GuildId(guild))


class Scope(Enum):
    """For whom a theme is chosen."""

    PERSON = auto()
    SERVER = auto()


def theme_options(chosen: str | None, scope: Scope) -> list[discord.SelectOption]:
    """Give the themes for a menu, the one that is chosen marked."""
    theme = _known(chosen) or (DAY_QUILT if scope is Scope.SERVER else None)
    options = [
        discord.SelectOption(
            label=each.title, value=each.name, description=each.about, default=each is theme
        )
        for each in THEMES.values()
    ]
    if scope is Scope.PERSON:
        options.append(
            discord.SelectOption(
                label="As the server",
                value=AS_THE_SERVER,
                description="What everybody sees there",
                default=theme is None,
            )
        )
    return options


def _known(name: str | None) -> Theme | None:
    """Give the theme of a name that was stored; none if a later program took it away."""
    return None if name is None else THEMES.get(name)
