"""Storing how a match has changed, with the bed to show and the people to tell."""

from collections.abc import Sequence
from typing import Final

from bot.game import Seat
from bot.host.claiming import GRACE
from bot.host.rating import rate
from bot.host.rating_practice import rate_practice
from bot.host.word_of_clocks import word_of_clock
from bot.match.identity import Instant, UserId
from bot.match.match import Match
from bot.match.outcome import Outcome, Why
from bot.match.practice import BotPlayer
from bot.store import beds, facts, followers, matches, notices, plans, reminders
from bot.store.asking import Asked, demanding, in_one_go, leave
from bot.store.database import Writing
from bot.store.notices import NoticeKind

AT_ONCE: Final = 30.0
"""Seconds within which the bot answers somebody who still looks at the bed: no word is owed."""

_WITHOUT_A_PLAYER: Final = frozenset(
    {Why.TIME, Why.ABORTED, Why.LEFT, Why.BOTH_LEFT, Why.ENDED_BY_MODERATOR}
)
"""Why a match ends though no player has just done something."""


async def store_change(
    writing: Writing, before: Match, after: Match, now: Instant, *more: Asked
) -> None:
    """Write where a match stands now, that its bed lags behind, and who is owed word of it.

    `more` is written between these, in the same trip to the database: after what was said of the
    clock is settled, so that it can be word of the clock as it is now.
    """
    show_at = Instant(now + GRACE)
    statements: list[Asked] = [
        demanding(
            matches.update(writing, after, before.revision),
            f"match {after.id} changed inside a transaction",
        ),
        *word_of_clock(writing, before, after, now, show_at),
        *more,
        beds.changed(writing, after.id, after.revision, show_at),
    ]
    if after.outcome is not None:
        statements.append(matches.end(writing, after))
    if after.outcome is not None or after.ply < before.ply:
        statements.append(plans.drop(writing, after.id))
    # Taking a turn and its reply back leaves the same person to move, in another turn.
    if (after.to_move, after.ply) != (before.to_move, before.ply):
        statements.append(notices.answered(writing, after.id, show_at))
        statements += owe_word(writing, before, after, now)
    if after.draw_offered_by != before.draw_offered_by:
        open_offer = after.draw_offered_by
        statements += _word_of_offer(writing, after, NoticeKind.DRAW_OFFERED, open_offer, show_at)
    if after.takeback_asked_by != before.takeback_asked_by:
        open_offer = after.takeback_asked_by
        statements += _word_of_offer(writing, after, NoticeKind.TAKEBACK_ASKED, open_offer, show_at)
    if not _sees_it_happen(before, now):
        statements += _word_of_declining(writing, before, after, show_at)
    if after.outcome is not None and before.outcome is None:
        statements.append(followers.owe(writing, after.id, show_at))
        statements.append(facts.owe(writing, after.id, after.changed_at))
    leave(*statements)
    if after.outcome is not None and before.outcome is None:
        await rate(writing, after, now)
        await rate_practice(writing, after, now)


def _word_of_offer(
    writing: Writing, match: Match, kind: NoticeKind, by: Seat | None, show_at: Instant
) -> list[Asked]:
    """Settle word of an offer that stood before, and owe it of the one that stands now, if any."""
    settled = notices.offer_answered(writing, match.id, show_at, kind)
    if by is None:
        return [settled]
    asked = match.people_at(by.other)
    owed = notices.insert(writing, kind, show_at, to=asked, match=match.id, ply=match.ply)
    return [settled, owed]


def _word_of_declining(
    writing: Writing, before: Match, after: Match, show_at: Instant
) -> list[Asked]:
    """Owe whoever made an offer word that it was declined."""
    if after.outcome is not None:
        return []
    declined = {
        NoticeKind.DRAW_DECLINED: (before.draws.declined_by, after.draws.declined_by),
        NoticeKind.TAKEBACK_DECLINED: (before.takeback_declined_by, after.takeback_declined_by),
    }
    return [
        notices.insert(
            writing,
            kind,
            show_at,
            to=after.people_at(now_by.other),
            match=after.id,
            ply=after.ply,
        )
        for kind, (before_by, now_by) in declined.items()
        if now_by is not None and now_by is not before_by
    ]


def owe_word(writing: Writing, before: Match, match: Match, now: Instant) -> list[Asked]:
    """Owe word of a turn that has begun, or of the match's end, to those whom it concerns."""
    show_at = Instant(now + GRACE)
    if match.outcome is not None:
        over, people = NoticeKind.OVER, match.people
        if match.bot is not None and not _ends_unseen(before, match.bot, match.outcome, now):
            return []
        return [notices.insert(writing, over, show_at, to=people, match=match.id, ply=match.ply)]
    people = () if _sees_it_happen(before, now) else match.people_at(match.position.to_move)
    return _owe_turn(writing, match, NoticeKind.TURN, people, show_at)


async def owe_beginning(writing: Writing, match: Match, show_at: Instant) -> None:
    """Owe both players word of a match that has begun; none against the bot, who begins it."""
    people = match.people if match.bot is None else ()
    await in_one_go(*_owe_turn(writing, match, NoticeKind.BEGUN, people, show_at))


def _ends_unseen(before: Match, bot: BotPlayer, outcome: Outcome, now: Instant) -> bool:
    """Tell whether a match against the bot ends without its person, who is told of it then."""
    if outcome.why in _WITHOUT_A_PLAYER:
        return True
    gives_up = outcome.why is Why.RESIGNATION and outcome.winner is bot.seat
    if gives_up or outcome.why is Why.CALLED_OFF:
        return False
    return before.answer_at is not None and not _sees_it_happen(before, now)


def _sees_it_happen(before: Match, now: Instant) -> bool:
    """Tell whether it is the bot that answers now, and a person who has just done something.

    What they had planned before was done without them.
    """
    if before.bot is None or before.together:
        return False
    return now - before.changed_at <= AT_ONCE


def _owe_turn(
    writing: Writing,
    match: Match,
    kind: NoticeKind,
    people: Sequence[UserId],
    show_at: Instant,
) -> list[Asked]:
    owed: list[Asked] = []
    if people:
        owed.append(
            notices.insert(writing, kind, show_at, to=people, match=match.id, ply=match.ply)
        )
    moments = match.clock.reminders()
    owed += [
        reminders.insert(writing, match.id, match.ply, mover, show_at, moments)
        for mover in match.people_at(match.position.to_move)
    ]
    return owed
