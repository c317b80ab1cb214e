"""Whose direct messages were found closed, in the database."""

from bot.match.identity import Instant, UserId
from bot.store.database import QUERIES, Reading, Writing


async def since(reading: Reading, user: UserId) -> Instant | None:
    """Give when a person's direct messages were found closed last; `None` if they were not."""
    moment: float | None = await QUERIES.closed_since(reading.connection, user_id=user)
    return None if moment is None else Instant(moment)


async def note(writing: Writing, user: UserId, now: Instant) -> None:
    """Note that a person's direct messages are closed now."""
    await QUERIES.note_closed(writing.connection, user_id=user, found_at=now)


async def is_told(reading: Reading, user: UserId) -> bool:
    """Tell whether a person was told of it."""
    told: int = await QUERIES.times_told_closed(reading.connection, user_id=user)
    return told > 0


async def note_told(writing: Writing, user: UserId, now: Instant) -> None:
    """Note that a person was told of it."""
    await QUERIES.note_closed_told(writing.connection, user_id=user, told_at=now)


async def forget(writing: Writing, user: UserId) -> None:
    """Forget that a person's direct messages were closed."""
    await QUERIES.forget_closed(writing.connection, user_id=user)


async def try_again(writing: Writing, user: UserId) -> None:
    """Have a person's direct messages tried again, without telling them anew if in vain."""
    await QUERIES.try_closed_again(writing.connection, user_id=user)
