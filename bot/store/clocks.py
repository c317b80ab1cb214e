"""Moving every clock that runs, after the bot was away."""

from bot.match.identity import Instant, Seconds
from bot.store.database import QUERIES, Writing


async def move(writing: Writing, gap: Seconds, now: Instant, until: Instant) -> None:
    """Put every deadline, reminder and expiry off by the gap.

    Open challenges, and beds whose deadline is due until then, are to be shown anew at once; the
    other beds show the new deadline when they are shown next.
    """
    await QUERIES.clocks_moved(writing.connection, gap=gap)
    await QUERIES.reminders_moved(writing.connection, gap=gap)
    await QUERIES.expiries_moved(writing.connection, gap=gap, show_at=now)
    await QUERIES.beds_with_moved_deadlines(writing.connection, show_at=now, until=until)
