"""Which users accept direct messages from the bot.

Discord reports this only when it refuses or accepts a message.
"""

from collections.abc import Awaitable, Callable

from bot.db.database import Database, Reading
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.policy import DirectMessagesState, messages_state
from bot.features.notifications.queries import QUERIES
from bot.jobs.clock import Clock
from bot.match.identity import UserId

IsAnythingKept = Callable[[Reading, UserId], Awaitable[bool]]
"""Returns whether data about a user is stored; False after they deleted it."""


class DirectMessageAccess:
    """Records which users accept direct messages."""

    def __init__(self, database: Database, clock: Clock, is_anything_kept: IsAnythingKept) -> None:
        self._database = database
        self._clock = clock
        self._is_anything_kept = is_anything_kept

    async def was_notified(self, user: UserId) -> bool:
        """Return whether a user was notified that their direct messages are closed."""
        async with self._database.reading() as reading:
            query = QUERIES.times_notified_of_closed(reading.connection, user_id=user)
            return await query.one(int) > 0

    async def record_closed(self, user: UserId) -> None:
        """Record that a user does not accept direct messages.

        Record nothing for a user who deleted their data meanwhile.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            if await self._is_anything_kept(writing, user):
                await QUERIES.record_closed(writing.connection, user_id=user, found_at=now)

    async def record_notified(self, user: UserId) -> None:
        """Record that a user was notified that their direct messages were found closed."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await QUERIES.record_notified_of_closed(
                writing.connection, user_id=user, notified_at=now
            )

    async def state_of(self, user: UserId) -> DirectMessagesState:
        """Return whether a user accepts direct messages from the bot, as far as is known."""
        async with self._database.reading() as reading:
            closed_at = await notification_queries.closed_since(reading, user)
        return messages_state(closed_at, self._clock.now())

    async def record_open(self, user: UserId) -> None:
        """Delete the record that a user does not accept direct messages, if there is one."""
        async with self._database.reading() as reading:
            if await notification_queries.closed_since(reading, user) is None:
                return
        async with self._database.writing() as writing:
            await QUERIES.forget_closed(writing.connection, user_id=user)
