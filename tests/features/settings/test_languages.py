"""The language of messages to a user: the chosen one, or the last that their client reported."""

import pytest

from bot.db.database import Database
from bot.features.settings.preferences import Preferences
from bot.features.settings.service import PeoplesPreferences
from bot.jobs.clock import SystemClock
from bot.match.identity import UserId
from bot.text import ENGLISH, N_, Language, Languages
from tests.kit.catalogues import WriteCatalogue

ADA, BOB = UserId(1), UserId(2)
GERMAN, FRENCH = Language("de"), Language("fr")
AUSTRIAN, BRITISH = Language("de-AT"), Language("en-GB")
CAT = N_("cat")


@pytest.fixture
def preferences(database: Database, write_catalogue: WriteCatalogue) -> PeoplesPreferences:
    """Preferences with catalogues of German and French."""
    write_catalogue("de", {CAT: "Katze"})
    write_catalogue("fr", {CAT: "chat"})
    return PeoplesPreferences(database, SystemClock(), ())


async def test_the_language_of_a_users_discord_is_stored_for_later_messages(
    preferences: PeoplesPreferences,
) -> None:
    assert await preferences.languages_of(ADA) == Languages(ENGLISH, ENGLISH)
    assert await preferences.update_languages(ADA, AUSTRIAN) == Languages(AUSTRIAN, AUSTRIAN)
    assert await preferences.languages_of(ADA) == Languages(AUSTRIAN, AUSTRIAN)
    assert await preferences.update_languages(ADA, BRITISH) == Languages(BRITISH, BRITISH)
    assert await preferences.languages_of(ADA) == Languages(ENGLISH, ENGLISH)
    assert await preferences.of(ADA) == Preferences()
    assert await preferences.languages_of(BOB) == Languages(ENGLISH, ENGLISH)


async def test_a_chosen_language_comes_before_discords(
    preferences: PeoplesPreferences,
) -> None:
    await preferences.update_languages(ADA, FRENCH)
    await preferences.prefer(ADA, "language", GERMAN)
    # Discord still shows commands in the language of the client.
    assert await preferences.update_languages(ADA, FRENCH) == Languages(GERMAN, FRENCH)
    assert await preferences.languages_of(ADA) == Languages(GERMAN, FRENCH)
    await preferences.prefer(ADA, "language", None)
    assert await preferences.languages_of(ADA) == Languages(FRENCH, FRENCH)


async def test_an_unsupported_language_is_not_stored(
    preferences: PeoplesPreferences,
) -> None:
    for locale in ("tr", "zh-CN", "en-US"):
        language = Language(locale)
        assert await preferences.update_languages(ADA, language) == Languages(language, language)
    assert await preferences.of(ADA) == Preferences()


async def test_a_language_is_stored_once_and_then_cached(
    preferences: PeoplesPreferences, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await preferences.update_languages(ADA, GERMAN)

    def fail(self: Database) -> None:
        raise AssertionError("the database is asked again")

    monkeypatch.setattr(Database, "reading", fail)
    monkeypatch.setattr(Database, "writing", fail)
    assert await preferences.update_languages(ADA, GERMAN) == Languages(GERMAN, GERMAN)
    assert await preferences.languages_of(ADA) == Languages(GERMAN, GERMAN)


async def test_nothing_is_stored_again_about_a_user_deleted_a_moment_ago(
    preferences: PeoplesPreferences, database: Database
) -> None:
    await preferences.update_languages(ADA, GERMAN)
    await preferences.prefer(ADA, "language", FRENCH)
    async with database.writing() as writing:
        await writing.connection.ask("DELETE FROM preferences")
    preferences.forget(ADA, GERMAN)
    assert await preferences.update_languages(ADA, GERMAN) == Languages(GERMAN, GERMAN)
    # Each renewal does this if there are several processes.
    preferences.forget_known()
    assert await preferences.update_languages(ADA, GERMAN) == Languages(GERMAN, GERMAN)
    assert await preferences.of(ADA) == Preferences()
    await preferences.update_languages(ADA, FRENCH)
    assert (await preferences.of(ADA)).locale == FRENCH
