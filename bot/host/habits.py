"""What people usually ask of the bot as an opponent, so that they need not say it again."""

from typing import Final

from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.practice import LevelNumber, Practice
from bot.store import challenges, opponents
from bot.store.database import Database
from bot.store.opponents import LastPractised

FIRST_LEVEL: Final = LevelNumber(2)
"""For who never played the bot: one that somebody wins against who has just read the rules."""


class Habits:
    """Looks up what people played before."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self, user: UserId, bot: UserId) -> LastPractised | None:
        """Give how a person played the bot last, by a level that is offered still or not."""
        async with self._database.reading() as reading:
            return await opponents.practised_last(reading, user, bot)

    async def agreed_on(self, user: UserId, match: Match) -> Practice:
        """Give what a person agreed on with the bot before a match, though it changed since.

        A match that was to be measured is measured no more after a hint. A `ValueError` for a
        match between people.
        """
        if match.bot is None:
            raise ValueError(f"the bot does not play in match {match.id}")
        async with self._database.reading() as reading:
            agreed = await challenges.practice_agreed_on(reading, user, match.id)
        return agreed or match.bot.practice
