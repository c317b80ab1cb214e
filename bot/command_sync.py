"""Sends the commands to Discord when they or their translations have changed."""

import asyncio
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.http import HTTPClient, Route

from bot.db.program import StoredValue
from bot.errors import NotStored
from bot.jobs.backoff import wait
from bot.services import Services
from bot.text import (
    Language,
    chain_of,
    digest_of_catalogues,
    drop_catalogue,
    is_at_hand,
    translations,
    translator_for,
)

ENTRY_POINT: Final = 4
"""Discord's type number of a command that starts an activity."""
_CARRIED: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "contexts",
    "integration_types",
    "nsfw",
    "handler",
)
"""The fields that Discord accepts for an entry point; it sets the others itself."""

_Request: TypeAlias = tuple[app_commands.locale_str, app_commands.TranslationContextTypes]

_log: Final = structlog.get_logger(__name__)


class CommandSync:
    """Syncs the commands of a bot, and tries again while Discord refuses them.

    Users can play meanwhile, so the start waits for the first attempt only. The first start ever
    waits only until Discord has the commands in English.
    """

    def __init__(self, services: Services, tree: app_commands.CommandTree[Any]) -> None:
        self._services = services
        self._tree = tree
        self._usable: Final = asyncio.Event()
        """Set when users can run the commands, or the first attempt to sync them has failed."""
        self.task: asyncio.Task[None] | None = None
        """The task that syncs the commands, running or done; None before `begin`."""

    async def begin(self, within: float) -> None:
        """Start, unless it is running, and wait until users can run the commands.

        Wait at most `within` seconds, and not beyond the first attempt.
        """
        if self.task is None or self.task.done():
            self._usable.clear()
            self.task = asyncio.create_task(self._sync_until_done())
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._usable.wait()

    async def close(self) -> None:
        """Stop trying. The next start, or the next process with shard 0, syncs the commands."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def sync_if_changed(self) -> None:
        """Sync the commands if they or their translations changed; Discord limits how often.

        The catalogues are parsed only then; otherwise only their bytes are compared. If Discord
        has no commands of the bot yet, it gets them in English first: translating takes a while.
        """
        client = self._tree.client
        if client.application_id is None:
            raise AssertionError("discord.py sets the application's id at login")
        described = [each.to_dict(self._tree) for each in self._tree.get_commands()]
        seen = [json.dumps(described, sort_keys=True), digest_of_catalogues()]
        digest = hashlib.sha256("\n".join(seen).encode()).hexdigest()
        if await self._services.load_value(StoredValue.COMMANDS) == digest:
            return
        registered = await _registered_commands(client.http, client.application_id)
        entry_points = [each for each in registered if each.get("type") == ENTRY_POINT]
        # `CommandTree.sync` would describe and translate them a second time.
        send = partial(client.http.bulk_upsert_global_commands, client.application_id)
        if self._tree.translator is not None and translations():
            if registered == entry_points:
                await send(payload=described + entry_points)
                self._usable.set()
            described = await translated_commands(self._tree, self._tree.translator)
        await send(payload=described + entry_points)
        await self._services.store_value(StoredValue.COMMANDS, digest)
        _log.info("commands synced", commands=len(described))

    async def _sync_until_done(self) -> None:
        """Sync the commands, and try again after increasing waits while that fails.

        Each failed attempt is logged in a line.
        """
        failures = 0
        while (again_in := await self._try(failures)) is not None:
            await asyncio.sleep(again_in)
            failures += 1

    async def _try(self, failures: int) -> float | None:
        """Sync the commands. Return how many seconds to wait before the next attempt, if any."""
        try:
            await self.sync_if_changed()
        except (discord.DiscordException, aiohttp.ClientError, OSError, NotStored) as error:
            limit = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            again_in = max(limit, wait(failures))
            _log.warning("commands not synced", reason=repr(error), again_in=round(again_in))
            return again_in
        except Exception:
            _log.exception("commands not synced")
        finally:
            self._usable.set()
        return None


async def _registered_commands(http: HTTPClient, application: int) -> list[dict[str, Any]]:
    """Return the commands that Discord has, with the fields that it accepts.

    discord.py skips entry points, the commands that start the application's activity, and does not
    request translations. Discord creates an entry point when the owner enables activities, and then
    refuses a list without it (50240).
    """
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    registered = await http.request(route, params={"with_localizations": "true"})
    return [{key: each[key] for key in _CARRIED if key in each} for each in registered]


async def translated_commands(
    tree: app_commands.CommandTree[Any], translator: app_commands.Translator
) -> list[dict[str, Any]]:
    """Return the commands in Discord's form, in all languages that have a catalogue.

    Drop a catalogue that no user needs before reading the next one: all of them together would
    leave the process 5 MB larger for as long as it runs. discord.py asks for each text in all
    languages before it asks for the next text. So let it ask twice: the first time to record its
    requests, the second time to answer them. Users may be playing meanwhile, so the event loop gets
    a turn after each command and each locale.
    """
    recorder = _Recorder()
    await _describe(tree, recorder)
    answers = dict[discord.Locale, list[str | None]]()
    for language in translations():
        is_in_use = is_at_hand(language)
        await asyncio.to_thread(translator_for, language)
        near = [each for each in discord.Locale if chain_of(language_of(each))[:1] == (language,)]
        for locale in near:
            requests = recorder.requests[locale]
            answers[locale] = [
                await translator.translate(string, locale, context) for string, context in requests
            ]
            await asyncio.sleep(0)
        if not is_in_use:
            drop_catalogue(language)
    return await _describe(tree, _RecordedAnswers(answers))


async def _describe(
    tree: app_commands.CommandTree[Any], translator: app_commands.Translator
) -> list[dict[str, Any]]:
    described = []
    for each in tree.get_commands():
        described.append(await each.get_translated_payload(tree, translator))
        await asyncio.sleep(0)
    return described


def language_of(locale: discord.Locale) -> Language:
    """Return the language of one of Discord's locales."""
    return Language(str(locale.value))


class _Recorder(app_commands.Translator):
    """Records the requests for translations in `requests`, and translates nothing."""

    def __init__(self) -> None:
        self.requests: Final = defaultdict[discord.Locale, list[_Request]](list)

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> None:
        """Record the request."""
        self.requests[locale].append((string, context))


class _RecordedAnswers(app_commands.Translator):
    """Answers the requests that `_Recorder` recorded, in the same order."""

    def __init__(self, answers: Mapping[discord.Locale, Iterable[str | None]]) -> None:
        self._answers: Final = {locale: iter(texts) for locale, texts in answers.items()}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the next answer in a language; None if the language has no catalogue."""
        return next(self._answers[locale]) if locale in self._answers else None
