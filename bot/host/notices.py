"""What people have still to be told, and the notes of what they were."""

from bot.host.claiming import again, at_once
from bot.host.clock import Clock
from bot.host.outbox import Due
from bot.match.identity import ChallengeId, ChannelId, MatchId, MessageId
from bot.store import notices
from bot.store.database import Database
from bot.store.notices import Notice


class Notices:
    """The rows that say who is owed word of what."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def due(self, most: int) -> Due:
        """List where something is to be told now, up to so many of each."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            return Due(
                tuple(await notices.matches_due(reading, now, most)),
                tuple(await notices.challenges_due(reading, now, most)),
            )

    async def of_match(self, number: MatchId) -> list[Notice]:
        """List what is owed of a match."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            return await notices.of_match(reading, number, now)

    async def of_challenge(self, number: ChallengeId) -> list[Notice]:
        """List what is owed of a challenge."""
        async with self._database.reading() as reading:
            return await notices.of_challenge(reading, number)

    async def claim(self, notice: Notice) -> bool:
        """Take it on oneself to send a notice, or to delete one that is stale."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await notices.claim(writing, notice, at_once(now), again(now, notice.attempts))

    async def sent(self, notice: Notice, channel: ChannelId, message: MessageId) -> None:
        """Note the message of a notice."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await notices.sent(writing, notice.id, channel, message, now)

    async def told(self, notice: Notice) -> None:
        """Note that a notice was told in person, so that it is not told again."""
        async with self._database.writing() as writing:
            await notices.told(writing, notice.id)

    async def done(self, notice: Notice) -> None:
        """Note that nothing more is to be done about a notice."""
        async with self._database.writing() as writing:
            await notices.done(writing, notice.id)
