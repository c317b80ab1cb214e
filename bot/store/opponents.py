"""What the bot has to do as an opponent, and as whom it played, in the database."""

from dataclasses import dataclass

from bot.match.identity import Instant, MatchId, UserId
from bot.match.practice import LevelNumber
from bot.store.database import QUERIES, Reading


@dataclass(frozen=True, slots=True)
class AnswerDue:
    """A match in which the bot is to do something, and the person whom it plays."""

    match: MatchId
    person: UserId


async def due(reading: Reading, now: Instant, most: int) -> list[AnswerDue]:
    """List where the bot is to do something by now, those longest due first."""
    rows = QUERIES.answers_due(reading.connection, now=now, most=most)
    return [AnswerDue(MatchId(row["id"]), UserId(row["person_id"])) async for row in rows]


async def next_answer(reading: Reading, now: Instant) -> Instant | None:
    """Give the next moment at which the bot is to do something that it is not to do already."""
    moment: float | None = await QUERIES.next_answer(reading.connection, now=now)
    return None if moment is None else Instant(moment)


async def last_level(reading: Reading, user: UserId, bot: UserId) -> LevelNumber | None:
    """Give the level of a person's latest match against the bot, in whatever server it was."""
    level = await QUERIES.level_played_last(reading.connection, user_id=user, bot_id=bot)
    return None if level is None else LevelNumber(level)
