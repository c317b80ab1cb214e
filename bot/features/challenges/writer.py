"""Writing what became of a challenge, with what follows in the same transaction."""

from collections.abc import Awaitable, Callable

from bot.db.database import Writing
from bot.features.challenges import queries as challenge_queries
from bot.jobs.backoff import GRACE
from bot.match.challenge import Challenge
from bot.match.identity import Instant, Revision

Consequence = Callable[[Writing, Challenge, Instant], Awaitable[None]]
"""Writes what follows from what became of a challenge, due at a moment, for one feature."""


class ChallengeWriter:
    """Writes challenges that have changed, and lets everything follow that is to."""

    def __init__(self, consequences: tuple[Consequence, ...]) -> None:
        self._consequences = consequences

    async def change(
        self,
        writing: Writing,
        challenge: Challenge,
        before: Revision,
        now: Instant,
        grace: float = GRACE,
    ) -> None:
        """Write what became of a challenge that was at a revision before."""
        show_at = Instant(now + grace)
        if not await challenge_queries.update(writing, challenge, before, show_at):
            raise AssertionError(f"challenge {challenge.id} changed inside a transaction")
        for consequence in self._consequences:
            await consequence(writing, challenge, show_at)
