"""What people have played against the bot."""

from bot.match.identity import UserId
from bot.match.practice import LevelNumber
from bot.store.database import QUERIES, Reading


async def last_level(reading: Reading, user: UserId, bot: UserId) -> LevelNumber | None:
    """Give the level of a person's latest match against the bot, in whatever server it was."""
    level = await QUERIES.level_played_last(reading.connection, user_id=user, bot_id=bot)
    return None if level is None else LevelNumber(level)
