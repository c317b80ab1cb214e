"""What is still to be shown or sent, whatever became of those who should have done it."""

import asyncio
from typing import Final

from discord.ext import commands

from bot.app import BoopBot
from bot.features.notifications.service import is_on_board
from bot.jobs.outbox import EVERY, OutboxLook
from bot.jobs.runner import job
from bot.match.identity import ChallengeId, Instant, MatchId, Seconds
from bot.ratelimits import HeldUp
from cogs.challenges.delivery import about_challenge, publish_all
from cogs.core.notifications import send
from cogs.core.publishing import about_match, tell_on_boards

BATCH: Final = 50
"""Matches, challenges and notifications that are delivered together."""
MOST_ROUNDS: Final = 40
"""Batches in one look at most, so that what cannot be done does not fill the loop."""
MOST_LOST: Final = 20
"""Boards that could not be delivered and are tried again together."""
AGAIN_AFTER: Final = Seconds(2.0)
"""Seconds between the beginnings of two looks at the least."""


class OutboxCog(commands.Cog, name="Outbox"):
    """Shows boards and challenges that lag behind, and sends notifications that are due."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Deliver what is due."""
        self.bot.services.jobs.add(self)

    async def cog_unload(self) -> None:
        """Deliver nothing more."""
        self.bot.services.jobs.remove(self)

    @job(OutboxLook, at_once=1)
    async def deliver(self, _: OutboxLook) -> Instant:
        """Deliver what is due; return when the next of it is, or it is looked again."""
        for _round in range(MOST_ROUNDS):
            # What became due while it was shown and sent is not put off.
            now = self.bot.services.clock.now()
            if not await self._round():
                break
        due_at = await self.bot.services.outbox.next_due()
        latest = Instant(now + EVERY)
        return latest if due_at is None else min(max(due_at, Instant(now + AGAIN_AFTER)), latest)

    async def _round(self) -> bool:
        """Deliver a batch of each; return whether more may be due."""
        services = self.bot.services
        if services.not_storing is not None:
            # What is shown and cannot be recorded would be shown again in the next round.
            await services.leadership.renew()
        challenges, matches = await self._due()
        await publish_all(self.bot, challenges, matches)
        more = await services.outbox.try_lost(MOST_LOST)
        if self._send not in self.bot.underway:
            sent = await self.bot.underway.run(self._send, self._send)
            more |= not isinstance(sent, HeldUp) and sent >= BATCH
        return more or len(matches) + len(challenges) >= BATCH

    async def _due(self) -> tuple[list[ChallengeId], list[MatchId]]:
        """List what is to be shown, without what is being shown: it may wait for minutes."""
        underway = self.bot.underway
        due = await self.bot.services.outbox.due(BATCH + len(underway))
        return (
            [number for number in due.challenges if about_challenge(number) not in underway],
            [number for number in due.matches if about_match(number) not in underway],
        )

    async def _send(self) -> int:
        """Send notifications that are due; return how many there were."""
        async with self.bot.working():
            notifications = self.bot.services.notifications
            claimed = await notifications.take_due(BATCH)
            on_boards = [item for item in claimed if is_on_board(item)]
            try:
                await asyncio.gather(
                    send(self.bot, [item for item in claimed if item not in on_boards]),
                    tell_on_boards(self.bot, on_boards),
                )
            except Exception:
                # What was sent is recorded, and stays so.
                await notifications.put_back([item.notification for item in claimed])
                raise
        return len(claimed)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(OutboxCog(bot))
