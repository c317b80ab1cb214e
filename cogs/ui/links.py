"""Where the live bed of a match stands."""

from bot.host.outbox import MatchWork
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import HomeKind
from bot.store.beds import BedState
from cogs.ui.words import message_link


def link_of(match: Match, work: MatchWork, viewer: UserId | None = None) -> str:
    """Give the address of the live bed, or of the place where it will be.

    Of a match in direct messages that is the viewer's own bed; nobody else has a way to it, so
    they are led to its challenge.
    """
    is_direct = match.home.kind is HomeKind.DIRECT
    guild = None if is_direct else match.home.guild
    for bed in work.beds:
        if bed.state is not BedState.LIVE or bed.channel is None or bed.message is None:
            continue
        if not is_direct or (viewer is not None and bed.user == viewer):
            return message_link(guild, bed.channel, bed.message)
    if is_direct:
        return message_link(match.home.guild, match.home.origin, match.home.message)
    return message_link(guild, match.home.channel or match.home.origin)
