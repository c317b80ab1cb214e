"""The option of a command that names a season."""

import re
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.errors import NoSuchSeason
from bot.match.identity import GuildId
from bot.match.season import Span
from cogs.ui.panels import MOST_IN_MENU

NAMES_OF_SPANS: Final = {Span.RUNNING: "This season", Span.ALL_TIME: "All time"}

_NUMBER: Final = re.compile(r"(?:season\s*)?#?0*([1-9]\d{0,5})", re.IGNORECASE)


def read_season(text: str, last: int) -> str:
    """Read a season: `now`, `all` or its number. Raises `NoSuchSeason`.

    `last` is the number of the server's latest season.
    """
    typed = " ".join(text.split())
    for span, name in NAMES_OF_SPANS.items():
        if typed.lower() in (span.value, name.lower()):
            return span.value
    found = _NUMBER.fullmatch(typed)
    if found is None or int(found[1]) > last:
        raise NoSuchSeason(text, last)
    return found[1]


class SeasonArgument(app_commands.Transformer):
    """A season of the server, by its number or by what it is."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Read what was chosen or typed."""
        return read_season(str(value), await _last(interaction))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest this season, all time, and the seasons before, the latest first."""
        typed, last = str(value).strip().lower(), await _last(interaction)
        named = [(name, span.value) for span, name in NAMES_OF_SPANS.items()]
        named += [(f"Season {number}", str(number)) for number in range(last, 0, -1)]
        fitting = [each for each in named if typed in each[0].lower()]
        return [
            app_commands.Choice(name=name, value=value) for name, value in fitting[:MOST_IN_MENU]
        ]


async def _last(interaction: discord.Interaction[Any]) -> int:
    bot = interaction.client
    if not isinstance(bot, BoopBot):
        raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
    if interaction.guild_id is None:
        return 0
    seasons = await bot.host.leaderboards.seasons(GuildId(interaction.guild_id))
    return seasons[-1].number if seasons else 0
