"""What the bot has to do as an opponent, and as whom it played, in the database."""

from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Reading
from bot.db.statements import load_queries
from bot.features.challenges.queries import practice_agreed_on
from bot.features.matches import columns  # noqa: F401 - says how practice stands in columns
from bot.match.identity import Instant, MatchId, UserId
from bot.match.practice import Practice

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class AnswerDue:
    """A match in which the bot is to do something, and the person whom it plays."""

    match: MatchId
    person: UserId


@dataclass(frozen=True, slots=True)
class LastPractised:
    """By which ruleset and how somebody played the bot."""

    ruleset: str
    practice: Practice


@dataclass(frozen=True, slots=True)
class _PractisedIn:
    match: MatchId
    last: LastPractised


async def due(reading: Reading, now: Instant, most: int) -> list[AnswerDue]:
    """List where the bot is to do something by now, those longest due first."""
    return await QUERIES.answers_due(reading.connection, now=now, most=most).all(AnswerDue)


async def next_answer(reading: Reading, now: Instant) -> Instant | None:
    """Return the next moment at which the bot is to do something that it is not to do already."""
    return await QUERIES.next_answer(reading.connection, now=now).first(Instant)


async def practised_last(reading: Reading, user: UserId, bot: UserId) -> LastPractised | None:
    """Return what a person's latest match against the bot was, in whatever server it was.

    What they agreed on counts, though a hint may have changed since what it is played for.
    """
    found = QUERIES.practised_last(reading.connection, user_id=user, bot_id=bot)
    played = await found.first(_PractisedIn)
    if played is None:
        return None
    agreed = await practice_agreed_on(reading, user, played.match)
    return played.last if agreed is None else replace(played.last, practice=agreed)
