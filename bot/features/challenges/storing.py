"""Storing what became of a challenge, with the people to tell."""

from typing import Final

from bot.db.database import Writing
from bot.features.challenges import queries as challenge_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.queries import NoticeKind
from bot.jobs.backoff import GRACE
from bot.match.challenge import Challenge, ChallengeState
from bot.match.identity import Instant, Revision

_NOTICES: Final = {
    ChallengeState.DECLINED: NoticeKind.DECLINED,
    ChallengeState.EXPIRED: NoticeKind.EXPIRED,
}


async def update_challenge(
    writing: Writing, challenge: Challenge, seen: Revision, now: Instant
) -> None:
    """Write what became of a challenge, and owe its challenger word of it."""
    show_at = Instant(now + GRACE)
    if not await challenge_queries.update(writing, challenge, seen, show_at):
        raise AssertionError(f"challenge {challenge.id} changed inside a transaction")
    kind = _NOTICES.get(challenge.state)
    if kind is not None:
        to = (challenge.challenger,)
        await notification_queries.insert(writing, kind, show_at, to=to, challenge=challenge.id)
