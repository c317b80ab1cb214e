"""What people prefer, in the database."""

from bot.match.identity import UserId
from bot.match.preferences import Placing, Preferences, Threats
from bot.store.database import QUERIES, Reading, Writing


async def find(reading: Reading, user: UserId) -> Preferences:
    """Give what a person prefers; what everybody does who never said."""
    row = await QUERIES.preferences_of(reading.connection, user_id=user)
    if row is None:
        return Preferences()
    return Preferences(Placing(row["placing"]), row["theme"], Threats(row["threats"]))


async def keep(writing: Writing, user: UserId, preferred: Preferences) -> None:
    """Write what a person prefers in place of what they did before."""
    await QUERIES.keep_preferences(
        writing.connection,
        user_id=user,
        placing=preferred.placing.value,
        theme=preferred.theme,
        threats=preferred.threats.value,
    )
