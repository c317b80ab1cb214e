"""Where the next match of those who have played one is asked for."""

import discord

from bot.app import BoopBot
from bot.match.identity import Place
from bot.match.match import Match


def place_again(bot: BoopBot, match: Match) -> Place:
    """Give where it is asked for: where the match came from, for threads hold no threads.

    `/challenge` can be answered where the bot may not write of itself; there it is asked for where
    the match lives.
    """
    home = match.home
    origin = bot.get_channel(home.origin)
    if isinstance(origin, discord.abc.GuildChannel) and home.channel is not None:
        allowed = origin.permissions_for(origin.guild.me)
        if not (allowed.view_channel and allowed.send_messages):
            return Place(home.guild, home.channel)
    return Place(home.guild, home.origin)
