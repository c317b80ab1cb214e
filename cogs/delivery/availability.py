"""Servers with an outage, and servers that other processes serve."""

from bot.app import BoopBot
from bot.jobs.division import DIRECT_SHARD
from bot.match.identity import GuildId
from bot.match.match import Match
from bot.match.terms import VenueKind


def is_unavailable(bot: BoopBot, guild: GuildId) -> bool:
    """Return whether the bot has left a server, or the server has an outage.

    Work for the server waits until it is back. The work was claimed, so it is not lost.
    """
    return bot.is_ready() and (bot.get_guild(guild) is None or is_down(bot, guild))


def is_down(bot: BoopBot, guild: GuildId) -> bool:
    """Return whether a server of the bot has an outage."""
    server = bot.get_guild(guild)
    return server is not None and server.unavailable


def is_elsewhere(bot: BoopBot, match: Match) -> bool:
    """Return whether another process serves the place of a match, and shows the match there."""
    guild = match.venue.guild
    if match.venue.kind is VenueKind.DIRECT:
        # Direct messages arrive once shard 0 is connected, before its servers are reported.
        return not bot.serves_direct_messages() and DIRECT_SHARD not in bot.shards
    return not bot.serves(guild) and bot.get_guild(guild) is None


def waits_for_server(bot: BoopBot, match: Match) -> bool:
    """Return whether a match is played in a server that is unavailable."""
    return match.venue.is_in_server and is_unavailable(bot, match.venue.guild)
