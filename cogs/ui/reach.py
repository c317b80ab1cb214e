"""Whether Discord lets the bot reach a server now."""

from bot.app import BoopBot
from bot.match.identity import GuildId
from bot.match.match import Match
from bot.match.terms import HomeKind


def is_out_of_reach(bot: BoopBot, guild: GuildId | None) -> bool:
    """Tell whether the bot is not in a server, or Discord has it down.

    What is to be done there waits: it is claimed, so it is tried again, and due when it is back.
    """
    if guild is None or not bot.is_ready():
        return False
    server = bot.get_guild(guild)
    return server is None or server.unavailable


def waits_for_server(bot: BoopBot, match: Match) -> bool:
    """Tell whether a match lives in a server that is out of reach."""
    return match.home.kind is not HomeKind.DIRECT and is_out_of_reach(bot, match.home.guild)
