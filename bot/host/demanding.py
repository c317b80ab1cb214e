"""What a deed demands of the match that it is about."""

from bot.host.errors import NoSuchMatch, StaleBed
from bot.match.identity import MatchId, Revision
from bot.match.match import Match


def demand_seen(match: Match | None, number: MatchId, seen: Revision | None) -> Match:
    """Give the match that was looked for, if it is still as it was seen on the bed.

    Raises `NoSuchMatch` or `StaleBed`.
    """
    if match is None:
        raise NoSuchMatch(number)
    if seen is not None and seen != match.revision:
        raise StaleBed(match)
    return match


def demand_apart(match: Match | None, number: MatchId, seen: Revision | None) -> Match:
    """Give the match for something outside of its turns, which the bot's own turns do not outdate.

    The bot answers while somebody makes up their mind. Raises what `demand_seen` raises.
    """
    against_bot = match is not None and match.bot is not None
    return demand_seen(match, number, None if against_bot else seen)
