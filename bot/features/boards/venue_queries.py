"""Where a match could not be shown lately: a memory that outlasts the process.

Without it a match whose every venue answers "Unknown Channel" would move from one to the next and
back for as long as Discord does so.
"""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.match.identity import ChannelId, Instant, MatchId

QUERIES: Final = load_queries(__file__)


_DIRECT: Final = ChannelId(0)
"""Stands in the table for the players' direct messages."""


async def failures(reading: Reading, match: MatchId, channel: ChannelId | None) -> int:
    """Return how often a venue has failed a match; `None` is the players' direct messages."""
    found = QUERIES.failures_of_venue(
        reading.connection, match_id=match, channel_id=_DIRECT if channel is None else channel
    )
    return await found.first(int) or 0


async def failed(
    writing: Writing, match: MatchId, channel: ChannelId | None, avoid_until: Instant
) -> None:
    """Record that a match could not be shown in a venue, to which it does not return before."""
    await QUERIES.venue_failed(
        writing.connection,
        match_id=match,
        channel_id=_DIRECT if channel is None else channel,
        avoid_until=avoid_until,
    )


async def to_avoid(reading: Reading, match: MatchId, now: Instant) -> frozenset[ChannelId | None]:
    """Return the venues to which a match does not move now; `None` is direct messages."""
    found = QUERIES.venues_to_avoid(reading.connection, match_id=match, now=now)
    channels = await found.all(ChannelId)
    return frozenset(None if channel == _DIRECT else channel for channel in channels)
