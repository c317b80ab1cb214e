"""Reading and changing the settings of servers and the preferences of users."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.bounded import BoundedDict
from bot.db.database import Database, Writing
from bot.errors import NotStored
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import PREFERENCES, DayMinute, Preferences, QuietHours
from bot.features.settings.server import LanguageQuestion, ServerSettings
from bot.features.settings.zones.naming import read_zone
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, UserId
from bot.text import ENGLISH, Language, Languages, chain_of

MOST_KNOWN: Final = 10_000
"""How many servers' settings, and how many users' languages, are cached.

Every public picture needs the settings, and every answer to a user their languages.
"""

SettingsConsequence = Callable[
    [Writing, GuildId, ServerSettings, ServerSettings, Instant], Awaitable[None]
]
"""Follow-ups of a change in its transaction, given the settings before and after it."""
PreferencesConsequence = Callable[
    [Writing, UserId, Preferences, Preferences, Instant], Awaitable[None]
]
"""Follow-ups of a change in its transaction, given the preferences before and after it."""


class ServersSettings:
    """Looks up settings and changes them; other processes tell this one about their changes."""

    def __init__(
        self, database: Database, clock: Clock, consequences: Sequence[SettingsConsequence]
    ) -> None:
        self._database = database
        self._clock = clock
        self._consequences: Final = tuple(consequences)
        self._known: dict[GuildId, ServerSettings] = {}
        self._questions: dict[GuildId, LanguageQuestion | None] = {}
        self._changes = 0

    async def of(self, guild: GuildId) -> ServerSettings:
        """Return a server's settings."""
        known = self._known.get(guild)
        while known is None:
            changes = self._changes
            async with self._database.reading() as reading:
                settings = await settings_queries.find(reading, guild)
            # A change while the row was being read may have been to this server.
            if changes == self._changes:
                known = self._keep_at_hand(guild, settings)
        return known

    async def change(
        self, guild: GuildId, changed: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change settings: `changed` returns the new settings, given the present ones.

        Raise what `changed` raises; then nothing is changed.
        """
        async with self._database.writing() as writing:
            before = await settings_queries.find(writing, guild)
            settings = changed(before)
            await settings_queries.keep(writing, guild, settings)
            for follow in self._consequences:
                await follow(writing, guild, before, settings, self._clock.now())
        self._changes += 1
        return self._keep_at_hand(guild, settings)

    async def question_of(self, guild: GuildId) -> LanguageQuestion | None:
        """Return the question for a server's language, if users there use another one."""
        if guild not in self._questions:
            async with self._database.reading() as reading:
                question = await settings_queries.find_question(reading, guild)
            self._questions.setdefault(guild, question)
        return self._questions[guild]

    async def record_language(self, guild: GuildId, language: Language) -> LanguageQuestion:
        """Record the language of a server's first challengers; return its question."""
        question = await self.question_of(guild)
        return question or await self._keep_question(guild, LanguageQuestion(language))

    async def record_question(self, guild: GuildId, question: LanguageQuestion) -> None:
        """Record that the server's managers were asked for its language."""
        await self._keep_question(guild, replace(question, asked_at=self._clock.now()))

    async def _keep_question(self, guild: GuildId, question: LanguageQuestion) -> LanguageQuestion:
        async with self._database.writing() as writing:
            await settings_queries.keep_question(writing, guild, question)
        self._questions[guild] = question
        return question

    def forget_known(self) -> None:
        """Clear the cache: other processes may have changed the settings."""
        self._changes += 1
        self._known.clear()
        self._questions.clear()

    def _keep_at_hand(self, guild: GuildId, settings: ServerSettings) -> ServerSettings:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[guild] = settings
        return settings


@dataclass(frozen=True, slots=True)
class _KnownLanguages:
    """The language that a user has chosen, and the last one that Discord reported for them."""

    chosen: Language | None
    locale: Language | None


class PeoplesPreferences:
    """Looks up preferences and changes them."""

    def __init__(
        self, database: Database, clock: Clock, consequences: Sequence[PreferencesConsequence]
    ) -> None:
        self._database = database
        self._clock = clock
        self._consequences: Final = tuple(consequences)
        self._known: dict[UserId, _KnownLanguages] = {}
        self._locales_of_deleted = BoundedDict[UserId, Language | None](MOST_KNOWN)
        """The last language Discord reported for users whose preferences were deleted (in memory
        only).
        """
        self._changes = 0

    async def of(self, user: UserId) -> Preferences:
        """Return a user's preferences."""
        async with self._database.reading() as reading:
            return await settings_queries.find_preferences(reading, user)

    async def languages_of(self, user: UserId) -> Languages:
        """Return the languages in which to write to a user."""
        known = await self._known_of(user)
        locale = known.locale or ENGLISH
        return Languages(known.chosen or locale, locale)

    async def update_languages(self, user: UserId, locale: Language) -> Languages:
        """Return the languages in which to answer a user whose client's language is `locale`.

        Store `locale` for later messages to the user, or `None` if it has no catalogue. Go on if
        that fails.
        """
        served = locale if chain_of(locale) else None
        known = await self._known_of(user)
        if known.locale != served:
            with suppress(NotStored):
                await self._change(user, lambda before: replace(before, locale=served))
        return Languages(known.chosen or locale, locale)

    def forget(self, user: UserId, locale: Language) -> None:
        """Drop the cached preferences of a user who has just deleted their data.

        Their locale is not stored again until it changes or the program restarts.
        """
        served = locale if chain_of(locale) else None
        self._locales_of_deleted[user] = served
        self._keep_at_hand(user, _KnownLanguages(None, served))

    def forget_known(self) -> None:
        """Clear the cache: other processes may have changed the preferences."""
        self._changes += 1
        self._known.clear()

    async def _known_of(self, user: UserId) -> _KnownLanguages:
        known = self._known.get(user)
        while known is None:
            changes = self._changes
            preferred = await self.of(user)
            # A change while the row was being read may have been to this user.
            if changes == self._changes:
                locale = preferred.locale or self._locales_of_deleted.get(user)
                known = _KnownLanguages(preferred.language, locale)
                self._keep_at_hand(user, known)
        return known

    def _keep_at_hand(self, user: UserId, languages: _KnownLanguages) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[user] = languages

    async def prefer(self, user: UserId, name: str, value: object) -> Preferences:
        """Set a declared preference. Raise `LookupError` if none has that name."""
        declared = PREFERENCES[name]
        return await self._change(user, lambda before: declared.put(before, value))

    async def prefer_hours(
        self, user: UserId, zone: str | None, quiet: QuietHours | None, digest_minute: DayMinute
    ) -> Preferences:
        """Set a user's quiet hours and the time of their daily summary.

        `zone` is their time zone as they typed it, `None` to keep it. Raise a `ZoneRefusal`.
        """
        named = None if zone is None else await read_zone(zone)

        def changed(before: Preferences) -> Preferences:
            notifications = before.notifications
            hours = replace(
                notifications,
                zone=named or notifications.zone,
                quiet=quiet,
                digest_minute=digest_minute,
            )
            return replace(before, notifications=hours)

        return await self._change(user, changed)

    async def prefer_zone(self, user: UserId, zone: str) -> Preferences:
        """Set a user's time zone, as they typed it. Raise a `ZoneRefusal`."""
        named = await read_zone(zone)

        def changed(before: Preferences) -> Preferences:
            return replace(before, notifications=replace(before.notifications, zone=named))

        return await self._change(user, changed)

    async def _change(
        self, user: UserId, changed: Callable[[Preferences], Preferences]
    ) -> Preferences:
        async with self._database.writing() as writing:
            before = await settings_queries.find_preferences(writing, user)
            preferred = changed(before)
            if preferred == before:
                return before
            await settings_queries.keep_preferences(writing, user, preferred)
            for follow in self._consequences:
                await follow(writing, user, before, preferred, self._clock.now())
        self._changes += 1
        self._locales_of_deleted.pop(user, None)
        self._keep_at_hand(user, _KnownLanguages(preferred.language, preferred.locale))
        return preferred
