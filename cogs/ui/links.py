"""Where the live bed of a match stands."""

from bot.host.outbox import MatchWork
from bot.match.match import Match
from bot.store.beds import BedState
from cogs.ui.words import message_link


def link_of(match: Match, work: MatchWork) -> str:
    """Give the address of the live bed, or of the place where it will be."""
    for bed in work.beds:
        if bed.state is BedState.LIVE and bed.channel is not None and bed.message is not None:
            return message_link(match.home.guild, bed.channel, bed.message)
    return message_link(match.home.guild, match.home.channel or match.home.origin)
