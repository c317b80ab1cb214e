"""When a deed counts as done in a match that rests because its server is out of reach."""

from bot.match.identity import Instant
from bot.match.match import Match
from bot.match.playing import run_out
from bot.match.terms import HomeKind
from bot.store import absences
from bot.store.database import Reading


async def done_at(reading: Reading, match: Match, now: Instant) -> Instant:
    """Give the moment at which what somebody does in a match now counts as done.

    Where time has run out since the server went out of reach, it is the moment at which it did: all
    time since is given back. Direct messages are not a server's, and nothing rests there.
    """
    if run_out(match, now) is None or match.home.kind is HomeKind.DIRECT:
        return now
    since = await absences.since(reading, match.home.guild)
    return now if since is None else min(now, since)
