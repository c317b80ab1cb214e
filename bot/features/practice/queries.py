"""What the bot has to do as an opponent, and as whom it played, in the database."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading
from bot.db.statements import load_queries
from bot.features.challenges.queries import practice_agreed_on
from bot.features.matches.queries import read_practice
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


async def due(reading: Reading, now: Instant, most: int) -> list[AnswerDue]:
    """List where the bot is to do something by now, those longest due first."""
    rows = QUERIES.answers_due(reading.connection, now=now, most=most)
    return [AnswerDue(MatchId(row["id"]), UserId(row["person_id"])) async for row in rows]


async def next_answer(reading: Reading, now: Instant) -> Instant | None:
    """Return the next moment at which the bot is to do something that it is not to do already."""
    moment: float | None = await QUERIES.next_answer(reading.connection, now=now)
    return None if moment is None else Instant(moment)


async def practised_last(reading: Reading, user: UserId, bot: UserId) -> LastPractised | None:
    """Return what a person's latest match against the bot was, in whatever server it was.

    What they agreed on counts, though a hint may have changed since what it is played for.
    """
    row = await QUERIES.practised_last(reading.connection, user_id=user, bot_id=bot)
    if row is None:
        return None
    played = read_practice(row)
    if played is None:
        raise ValueError(f"nothing was agreed on with the bot in match {row['id']}")
    agreed = await practice_agreed_on(reading, user, MatchId(row["id"]))
    return LastPractised(row["ruleset"], agreed or played)
