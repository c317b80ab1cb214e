"""Settings and preferences in the database, one column each."""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import columns as _columns  # noqa: F401 - of a time control
from bot.features.settings.preferences import NotificationPreferences, Preferences, TakesFrom
from bot.features.settings.server import LanguageQuestion, ServerSettings
from bot.match.identity import GuildId, UserId

QUERIES: Final = load_queries(__file__)

describe(ServerSettings, players="players_role_id", time="time_control")

SERVERS: Final = Table("servers", ServerSettings, key=("guild_id",))


def find(reading: Reading, guild: GuildId) -> Statement[ServerSettings]:
    """Return the statement that finds a server's settings; the defaults of one that never set any.

    It raises `UnreadableRow` if no program of ours wrote the row.
    """
    return SERVERS.find(reading.connection, guild_id=guild).or_else(ServerSettings())


async def keep(writing: Writing, guild: GuildId, settings: ServerSettings) -> None:
    """Write a server's settings in place of those before."""
    await SERVERS.upsert(writing.connection, settings, guild_id=guild)


QUESTIONS: Final = Table("language_questions", LanguageQuestion, key=("guild_id",))


async def find_question(reading: Reading, guild: GuildId) -> LanguageQuestion | None:
    """Return the question for a server's language, if somebody there speaks another."""
    return await QUESTIONS.find(reading.connection, guild_id=guild)


async def keep_question(writing: Writing, guild: GuildId, question: LanguageQuestion) -> None:
    """Write the question for a server's language in place of the one before."""
    await QUESTIONS.upsert(writing.connection, question, guild_id=guild)


# PLACING is a word of PostgreSQL's own.
describe(Preferences, placing="placing_mode")
describe(
    NotificationPreferences,
    turn="turn_method",
    time="time_method",
    offer="offer_method",
    over="over_method",
    quiet="quiet_{}",
)
PREFERENCES: Final = Table("preferences", Preferences, key=("user_id",))


def find_preferences(reading: Reading, user: UserId) -> Statement[Preferences]:
    """Return the statement that finds a person's preferences; the defaults if they set none.

    It raises `UnreadableRow` if no program of ours wrote the row.
    """
    return PREFERENCES.find(reading.connection, user_id=user).or_else(Preferences())


async def keep_preferences(writing: Writing, user: UserId, preferred: Preferences) -> None:
    """Write what a person prefers in place of what they did before."""
    await PREFERENCES.upsert(writing.connection, preferred, user_id=user)


def takes_from(reading: Reading, user: UserId) -> Statement[TakesFrom]:
    """Ask whom a person takes challenges from; anyone, if they never said."""
    kept = QUERIES.takes_from(reading.connection, user_id=user).first(TakesFrom)
    return kept.or_else(TakesFrom.ANYONE)


async def keep_takes_from(writing: Writing, user: UserId, who: TakesFrom) -> None:
    """Write whom a person takes challenges from; what else they prefer stays."""
    said = {"takes_from": who.value}
    await execute(
        PREFERENCES.insert_new(writing.connection, Preferences(), user_id=user, **said),
        PREFERENCES.change(writing.connection, said, user_id=user),
    )
