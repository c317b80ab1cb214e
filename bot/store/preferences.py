"""What people prefer, in the database."""

from bot.match.identity import UserId
from bot.match.preferences import Placing, Preferences
from bot.store.database import QUERIES, Reading, Writing


async def find(reading: Reading, user: UserId) -> Preferences:
    """Give what a person prefers; what everybody does who never said."""
    row = await QUERIES.preferences_of(reading.connection, user_id=user)
    return Preferences() if row is None else Preferences(Placing(row["placing"]), row["theme"])


async def keep(writing: Writing, user: UserId, preferred: Preferences) -> None:
    """Write what a person prefers in place of what they did before."""
    await QUERIES.keep_preferences(
        writing.connection,
        user_id=user,
        placing=preferred.placing.value,
        theme=preferred.theme,
    )
