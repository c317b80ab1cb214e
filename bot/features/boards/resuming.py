"""What a process that is gone had taken on itself is free again."""

from typing import Final

from bot.db.database import Writing
from bot.db.statements import load_queries
from bot.match.identity import Instant

QUERIES: Final = load_queries(__file__)


async def resume(writing: Writing, now: Instant) -> None:
    """Make everything due at once that is not shown or told yet, whoever had claimed it."""
    await QUERIES.resume_beds(writing.connection, now=now)
    await QUERIES.resume_challenges(writing.connection, now=now)
    await QUERIES.resume_notices(writing.connection, now=now)
    await QUERIES.resume_posts(writing.connection, now=now)
