"""What a process that is gone had taken on itself is free again."""

from bot.match.identity import Instant
from bot.store import followers
from bot.store.database import QUERIES, Writing


async def resume(writing: Writing, now: Instant) -> None:
    """Make everything due at once that is not shown or told yet, whoever had claimed it."""
    await QUERIES.resume_beds(writing.connection, now=now)
    await QUERIES.resume_challenges(writing.connection, now=now)
    await QUERIES.resume_notices(writing.connection, now=now)
    await QUERIES.resume_posts(writing.connection, now=now)
    await followers.resume(writing, now)
