"""Storing what became of a challenge, with the match that it began and the people to tell."""

from typing import Final

from bot.host.changing import owe_beginning
from bot.host.claiming import GRACE
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import DAY
from bot.match.identity import Instant, Revision
from bot.match.match import Match
from bot.store import beds, challenges, departures, matches, notices
from bot.store.database import Writing
from bot.store.notices import NoticeKind

_NOTICES: Final = {
    ChallengeState.DECLINED: NoticeKind.DECLINED,
    ChallengeState.EXPIRED: NoticeKind.EXPIRED,
}


async def update_challenge(
    writing: Writing, challenge: Challenge, seen: Revision, now: Instant
) -> None:
    """Write what became of a challenge, and owe its challenger word of it."""
    show_at = Instant(now + GRACE)
    if not await challenges.update(writing, challenge, seen, show_at):
        raise AssertionError(f"challenge {challenge.id} changed inside a transaction")
    kind = _NOTICES.get(challenge.state)
    if kind is not None:
        to = (challenge.challenger,)
        await notices.insert(writing, kind, show_at, to=to, challenge=challenge.id)


async def insert_match(writing: Writing, match: Match, show_at: Instant) -> None:
    """Keep a new match, with the bed to show and the word that is owed of it."""
    await matches.insert(writing, match)
    await beds.insert_first(writing, match, show_at)
    await owe_beginning(writing, match, show_at)
    for user in match.people:
        await departures.watch(
            writing, match.home.guild, user, match.started_at, Instant(match.started_at + DAY)
        )
