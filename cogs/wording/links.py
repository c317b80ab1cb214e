"""Links to channels, messages and boards."""

from bot.features.boards.queries import BoardState
from bot.features.boards.service import MatchWork
from bot.match.identity import Direct, InServer, MessageId, Place, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind


def message_link(place: Place, message: MessageId | None = None) -> str:
    """Return the link to a channel or a message in it."""
    guild = place.guild if isinstance(place, InServer) else "@me"
    address = f"https://discord.com/channels/{guild}/{place.channel}"
    return address if message is None else f"{address}/{message}"


def link_of(match: Match, work: MatchWork, viewer: UserId | None = None) -> str:
    """Return the link to the live board, or to the channel where it will be posted.

    In direct messages, each player has a board. For any other viewer, return the link to the
    challenge.
    """
    venue = match.venue
    is_direct = venue.kind is VenueKind.DIRECT
    for board in work.boards:
        if board.state is not BoardState.LIVE or board.channel is None:
            continue
        if not is_direct:
            return message_link(InServer(venue.guild, board.channel), board.message)
        if viewer is not None and board.user == viewer:
            return message_link(Direct(viewer, board.channel), board.message)
    if is_direct:
        return message_link(venue.offered_in, venue.message)
    return message_link(InServer(venue.guild, venue.channel or venue.origin))
