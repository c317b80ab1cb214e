"""What moderators type into commands: a match of the server's, and the message of a challenge."""

import re
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.match.identity import MatchId, MessageId
from bot.match.match import Match
from cogs.core.codecs import LARGEST_ID
from cogs.ui.arguments import MOST_SUGGESTIONS, read_match
from cogs.ui.errors import CogRefusal
from cogs.ui.moderators import moderated
from cogs.ui.players import menu_players
from cogs.ui.server_errors import NoMessageNamed

MOST_SEARCHED: Final = 100
"""Matches among which a number is suggested; any other can be typed in full."""

_MESSAGE: Final = re.compile(
    r"(?:https://(?:\w+\.)?discord(?:app)?\.com/channels/\d{1,20}/\d{1,20}/)?(\d{15,20})",
    re.ASCII,
)


def read_message(text: str) -> MessageId:
    """Read a message's link or number. Raises `NoMessageNamed`."""
    found = _MESSAGE.fullmatch(text.strip())
    if found is None or int(found[1]) > LARGEST_ID:
        raise NoMessageNamed(text)
    return MessageId(int(found[1]))


class MessageArgument(app_commands.Transformer):
    """The message that a command is about."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MessageId:
        """Read the link or the number."""
        return read_message(str(value))


class ServersMatchArgument(app_commands.Transformer):
    """A match of the server's that goes on, whoever plays it."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest matches, the one that stood still longest first; only to moderators."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        try:
            guild = moderated(interaction)
        except CogRefusal:
            return []
        return _choices(await bot.host.moderation.live_in(guild, MOST_SEARCHED), value)


class RatedMatchArgument(app_commands.Transformer):
    """A match of the server's that counted for ratings, whoever played it."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest matches that were rated lately, the newest first; only to moderators."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        try:
            guild = moderated(interaction)
        except CogRefusal:
            return []
        rated = await bot.host.moderation.rated_in(guild, MOST_SEARCHED)
        return _choices(rated, value)


def _choices(matches: list[Match], typed: Any) -> list[app_commands.Choice[Any]]:
    """Give the matches whose number begins as was typed."""
    digits = str(typed).strip().removeprefix("#")
    fitting = [match for match in matches if str(match.id).startswith(digits)]
    return [
        app_commands.Choice(name=_title(match), value=str(match.id))
        for match in fitting[:MOST_SUGGESTIONS]
    ]


def _title(match: Match) -> str:
    names = menu_players(match)
    turns = "1 turn" if match.ply == 1 else f"{match.ply} turns"
    return f"#{match.id} · {names} · {turns}"
