"""Tells Discord of the commands, when they or their translations have changed."""

import asyncio
import hashlib
import json
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.db.program import StoredValue
from bot.errors import NotStored
from bot.jobs.backoff import wait
from bot.services import Services
from bot.text import digest_of_catalogues, drop_catalogues, translations

_log: Final = structlog.get_logger(__name__)


class CommandSync:
    """Syncs the commands of a bot, and tries again for as long as Discord refuses them.

    Whoever waits for it waits for a moment only: people can play meanwhile.
    """

    def __init__(self, services: Services, tree: app_commands.CommandTree[Any]) -> None:
        self._services = services
        self._tree = tree
        self.task: asyncio.Task[None] | None = None
        """What goes on, or has come to its end; None if nothing was begun."""

    async def begin(self, within: float) -> None:
        """Begin, unless it goes on already, and wait until it is done, for so many seconds."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._sync_until_done())
        await asyncio.wait({self.task}, timeout=within)

    async def close(self) -> None:
        """Leave it to the next start, or to whoever gets shard 0."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def sync_if_changed(self) -> None:
        """Sync the commands if they or their translations changed; Discord limits how often.

        The catalogues are read only then; otherwise nothing but their bytes is looked at.
        """
        client = self._tree.client
        if client.application_id is None:
            raise AssertionError("discord.py sets the application's id at login")
        described = [each.to_dict(self._tree) for each in self._tree.get_commands()]
        seen = [json.dumps(described, sort_keys=True), digest_of_catalogues()]
        digest = hashlib.sha256("\n".join(seen).encode()).hexdigest()
        if await self._services.load_value(StoredValue.COMMANDS) == digest:
            return
        if self._tree.translator is not None and translations():
            described = await translated_commands(self._tree, self._tree.translator)
        # `CommandTree.sync` would describe and translate them a second time.
        await client.http.bulk_upsert_global_commands(client.application_id, payload=described)
        await self._services.store_value(StoredValue.COMMANDS, digest)
        _log.info("commands synced", commands=len(described))

    async def _sync_until_done(self) -> None:
        """Sync the commands, and try again after longer and longer waits as long as that fails.

        The log says in a line why it does.
        """
        failures = 0
        said: type[Exception] | None = None
        while True:
            try:
                await self.sync_if_changed()
            except (discord.DiscordException, aiohttp.ClientError, OSError, NotStored) as error:
                if type(error) is not said:
                    said = type(error)
                    _log.warning("commands not synced; trying again", reason=repr(error))
                limit = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            except Exception:
                _log.exception("commands not synced")
                return
            else:
                return
            await asyncio.sleep(max(limit, wait(failures)))
            failures += 1


async def translated_commands(
    tree: app_commands.CommandTree[Any], translator: app_commands.Translator
) -> list[dict[str, Any]]:
    """Return the commands as Discord takes them, in all languages that have a catalogue.

    The catalogues are dropped afterwards: most of them are in nobody's language.
    """
    translated = [
        await each.get_translated_payload(tree, translator) for each in tree.get_commands()
    ]
    drop_catalogues()
    return translated
