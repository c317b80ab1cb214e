"""The threads that matches live in: when each is to be looked at next."""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.match.identity import ChannelId, Instant, MatchId

QUERIES: Final = load_queries(__file__)


async def due(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List the matches whose threads are to be looked at, the longest overdue first."""
    return await QUERIES.threads_to_look_at(reading.connection, now=now, most=most).all(MatchId)


async def claim(writing: Writing, number: MatchId, now: Instant, again_at: Instant) -> bool:
    """Take it on oneself to look at a thread; it is due again at `again_at`."""
    claimed: int = await QUERIES.claim_thread(
        writing.connection, id=number, now=now, again_at=again_at
    )
    return claimed == 1


async def keep(writing: Writing, number: MatchId, claimed: Instant, again_at: Instant) -> None:
    """Put off a thread that is still due when whoever claimed it has said so."""
    await QUERIES.keep_thread(writing.connection, id=number, claimed=claimed, again_at=again_at)


async def leave(writing: Writing, number: MatchId) -> None:
    """Look no more at the thread of a match that is over."""
    await QUERIES.thread_left(writing.connection, id=number)


async def fell_asleep(writing: Writing, channel: ChannelId, now: Instant) -> bool:
    """Have a thread looked at now. False when no match has it for a home."""
    found: int = await QUERIES.thread_fell_asleep(writing.connection, channel_id=channel, now=now)
    return found > 0


async def lived_in(reading: Reading, after: MatchId, most: int) -> list[tuple[MatchId, ChannelId]]:
    """List the threads of live matches after that one, by the numbers of the matches."""
    found = QUERIES.threads_lived_in(reading.connection, after=after, most=most)
    return await found.all(tuple[MatchId, ChannelId])
