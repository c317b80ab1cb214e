"""Settings and preferences in the database, one column each."""

from typing import Any, Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.matches import columns as _columns  # noqa: F401 - of a time control
from bot.features.settings.preferences import NotificationPreferences, Preferences, TakesFrom
from bot.features.settings.server import LanguageQuestion, ServerSettings
from bot.match.clock import ReminderPreference
from bot.match.identity import GuildId, UserId

QUERIES: Final = load_queries(__file__)

describe(
    ServerSettings,
    players="players_role_id",
    hosts="hosts_role_id",
    winners="winners_role_id",
    time="time_control",
)

SERVERS: Final = Table("servers", ServerSettings, key=("guild_id",))


def find(reading: Reading, guild: GuildId) -> Statement[ServerSettings]:
    """Return the statement that finds a server's settings, or the defaults if it has set none.

    It raises `UnreadableRow` if no version of this program wrote the row.
    """
    return SERVERS.find(reading.connection, guild_id=guild).or_else(ServerSettings())


def if_it_has_list(reading: Reading, guild: GuildId) -> Statement[list[GuildId]]:
    """Return the statement that finds a server if it has a list of users who want to play."""
    return QUERIES.server_with_list(reading.connection, guild_id=guild).all(GuildId)


async def keep(writing: Writing, guild: GuildId, settings: ServerSettings) -> None:
    """Replace a server's settings."""
    await SERVERS.upsert(writing.connection, settings, guild_id=guild)


QUESTIONS: Final = Table("language_questions", LanguageQuestion, key=("guild_id",))


async def find_question(reading: Reading, guild: GuildId) -> LanguageQuestion | None:
    """Return the question for a server's language, if users there use another language."""
    return await QUESTIONS.find(reading.connection, guild_id=guild)


async def keep_question(writing: Writing, guild: GuildId, question: LanguageQuestion) -> None:
    """Replace the question for a server's language."""
    await QUESTIONS.upsert(writing.connection, question, guild_id=guild)


# PLACING is a reserved word in PostgreSQL.
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
    """Return the statement that finds a user's preferences; the defaults if they set none.

    It raises `UnreadableRow` if no version of this program wrote the row.
    """
    return PREFERENCES.find(reading.connection, user_id=user).or_else(Preferences())


async def keep_preferences(writing: Writing, user: UserId, preferred: Preferences) -> None:
    """Replace a user's preferences."""
    await PREFERENCES.upsert(writing.connection, preferred, user_id=user)


def query_reminders(
    reading: Reading, users: UserId | Statement[Any]
) -> Statement[list[ReminderPreference]]:
    """Query when some users want to be reminded; one who has set nothing is not listed.

    `users` is one of them, or a query of them.
    """
    return QUERIES.reminder_preferences(reading.connection, users=users).all(ReminderPreference)


def takes_from(reading: Reading, user: UserId) -> Statement[TakesFrom]:
    """Query from whom a user accepts challenges; by default from anyone."""
    kept = QUERIES.takes_from(reading.connection, user_id=user).first(TakesFrom)
    return kept.or_else(TakesFrom.ANYONE)


async def keep_takes_from(writing: Writing, user: UserId, who: TakesFrom) -> None:
    """Write from whom a user accepts challenges, without changing other preferences."""
    values = {"takes_from": who.value}
    await execute(
        PREFERENCES.insert_new(writing.connection, Preferences(), user_id=user, **values),
        PREFERENCES.change(writing.connection, values, user_id=user),
    )
