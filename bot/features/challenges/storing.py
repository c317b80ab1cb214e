"""Storing what became of a challenge, with the match that it began and the people to tell."""

from typing import Final

from bot.db.database import Writing
from bot.features.boards import queries as board_queries
from bot.features.challenges import queries as challenge_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.consequences import owe_beginning
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.queries import NoticeKind
from bot.features.people import queries as member_queries
from bot.jobs.backoff import GRACE
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import DAY
from bot.match.identity import Instant, Revision
from bot.match.match import Match

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


async def insert_match(writing: Writing, match: Match, show_at: Instant) -> None:
    """Keep a new match, with the bed to show and the word that is owed of it."""
    await match_queries.insert(writing, match)
    await board_queries.insert_first(writing, match, show_at)
    await owe_beginning(writing, match, show_at)
    for user in match.people:
        await member_queries.watch(
            writing, match.home.guild, user, match.started_at, Instant(match.started_at + DAY)
        )
