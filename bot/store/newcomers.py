"""Who has been brought the rules, and who is still owed them."""

from bot.match.identity import Instant, UserId
from bot.store.database import QUERIES, Reading, Writing


async def owed(reading: Reading, user: UserId) -> bool:
    """Tell whether the person has challenged or sat down, and was never brought the rules."""
    return bool(await QUERIES.rules_owed(reading.connection, user_id=user))


async def told(writing: Writing, user: UserId, now: Instant) -> None:
    """Note that the person was brought the rules."""
    await QUERIES.rules_told(writing.connection, user_id=user, told_at=now)
