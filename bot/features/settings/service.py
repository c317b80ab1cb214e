"""Reading and changing the settings of servers and the preferences of people."""

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
"""Servers whose settings are kept at hand, which every public picture asks for; and people whose
language is, which every answer to them asks for."""

SettingsConsequence = Callable[
    [Writing, GuildId, ServerSettings, ServerSettings, Instant], Awaitable[None]
]
"""What follows a change in its transaction, from the settings before and after it."""
PreferencesConsequence = Callable[
    [Writing, UserId, Preferences, Preferences, Instant], Awaitable[None]
]
"""What follows a change in its transaction, from the preferences before and after it."""


class ServersSettings:
    """Looks settings up and changes them; nobody else does meanwhile, for this process leads."""

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
            # What was changed while the row was on its way may have been this.
            if changes == self._changes:
                known = self._keep_at_hand(guild, settings)
        return known

    async def change(
        self, guild: GuildId, changed: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Set something from now on: `changed` returns the settings that follow those before.

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
        """Return the question for a server's language, if somebody there speaks another."""
        if guild not in self._questions:
            async with self._database.reading() as reading:
                question = await settings_queries.find_question(reading, guild)
            self._questions.setdefault(guild, question)
        return self._questions[guild]

    async def heard(self, guild: GuildId, language: Language) -> LanguageQuestion:
        """Record which language the first challengers of a server speak; return its question."""
        question = await self.question_of(guild)
        return question or await self._keep_question(guild, LanguageQuestion(language))

    async def record_question(self, guild: GuildId, question: LanguageQuestion) -> None:
        """Record that whoever manages a server was asked for its language."""
        await self._keep_question(guild, replace(question, asked_at=self._clock.now()))

    async def _keep_question(self, guild: GuildId, question: LanguageQuestion) -> LanguageQuestion:
        async with self._database.writing() as writing:
            await settings_queries.keep_question(writing, guild, question)
        self._questions[guild] = question
        return question

    def forget_known(self) -> None:
        """Look everything up again: other processes may have changed it."""
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
    """What a person has chosen, and what their Discord said last as far as we have it."""

    chosen: Language | None
    locale: Language | None


class PeoplesPreferences:
    """Looks preferences up and changes them."""

    def __init__(
        self, database: Database, clock: Clock, consequences: Sequence[PreferencesConsequence]
    ) -> None:
        self._database = database
        self._clock = clock
        self._consequences: Final = tuple(consequences)
        self._known: dict[UserId, _KnownLanguages] = {}
        self._heard_of_deleted = BoundedDict[UserId, Language | None](MOST_KNOWN)
        """What the Discord of those said last whose preferences were deleted; it is not stored."""
        self._changes = 0

    async def of(self, user: UserId) -> Preferences:
        """Return what a person prefers."""
        async with self._database.reading() as reading:
            return await settings_queries.find_preferences(reading, user)

    async def languages_of(self, user: UserId) -> Languages:
        """Return the languages in which to write to a person."""
        known = await self._known_of(user)
        locale = known.locale or ENGLISH
        return Languages(known.chosen or locale, locale)

    async def languages_heard(self, user: UserId, locale: Language) -> Languages:
        """Return the languages in which to answer a person whose Discord is in `locale`.

        That is kept for what is sent to them later, but only where it is a language that we have,
        and once it can be stored.
        """
        served = locale if chain_of(locale) else None
        known = await self._known_of(user)
        if known.locale != served:
            with suppress(NotStored):
                await self._change(user, lambda before: replace(before, locale=served))
        return Languages(known.chosen or locale, locale)

    def forget(self, user: UserId, locale: Language) -> None:
        """Forget what a person chose whose preferences were deleted, as they have just asked.

        Their locale is not kept again before it changes or the program starts anew.
        """
        heard = locale if chain_of(locale) else None
        self._heard_of_deleted[user] = heard
        self._keep_at_hand(user, _KnownLanguages(None, heard))

    def forget_known(self) -> None:
        """Look everything up again: other processes may have changed it."""
        self._changes += 1
        self._known.clear()

    async def _known_of(self, user: UserId) -> _KnownLanguages:
        known = self._known.get(user)
        while known is None:
            changes = self._changes
            preferred = await self.of(user)
            # What was changed while the row was on its way may have been this.
            if changes == self._changes:
                locale = preferred.locale or self._heard_of_deleted.get(user)
                known = _KnownLanguages(preferred.language, locale)
                self._keep_at_hand(user, known)
        return known

    def _keep_at_hand(self, user: UserId, languages: _KnownLanguages) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[user] = languages

    async def prefer(self, user: UserId, name: str, value: object) -> Preferences:
        """Set a preference that is declared. Raise `LookupError` if none has that name."""
        declared = PREFERENCES[name]
        return await self._change(user, lambda before: declared.put(before, value))

    async def prefer_hours(
        self, user: UserId, zone: str | None, quiet: QuietHours | None, digest_minute: DayMinute
    ) -> Preferences:
        """Set a person's quiet hours and the time of their daily summary.

        `zone` is their time zone as they wrote it, `None` to keep it. Raise a `ZoneRefusal`.
        """
        named = None if zone is None else await read_zone(zone)

        def changed(before: Preferences) -> Preferences:
            told = before.notifications
            hours = replace(told, zone=named or told.zone, quiet=quiet, digest_minute=digest_minute)
            return replace(before, notifications=hours)

        return await self._change(user, changed)

    async def prefer_zone(self, user: UserId, zone: str) -> Preferences:
        """Set a person's time zone, as they wrote it. Raise a `ZoneRefusal`."""
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
        self._heard_of_deleted.pop(user, None)
        self._keep_at_hand(user, _KnownLanguages(preferred.language, preferred.locale))
        return preferred
