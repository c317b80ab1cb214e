"""A table to play at: the stand-in Discord and the real bot, connected by real sockets."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import command_sync
from bot.address import DatabaseAddress
from bot.app import BoopBot
from bot.db.database import Database
from bot.db.program import StoredValue
from bot.game import CLASSIC
from bot.jobs.clock import MovableClock
from bot.match.identity import MatchId, Seconds, UserId
from bot.match.match import Match
from bot.services import Services, open_services
from playground import Limits, Person, Playground
from render.studio import Studio
from tests.kit.service_matches import deliver_outbox
from tests.kit.template import create_database

NOT_AHEAD = Seconds(0.0)
MOST_ROUNDS = 20
"""The most looks at the outbox, so that an entry that stays due does not block a test for ever."""
PATIENT = Limits(answer_within=60.0)
"""Discord's three seconds may be too few on a busy machine; tests of timeouts use `hasten_next`."""
READY_WITHIN = 120.0
"""Seconds that the start of a bot may take; on an idle machine it takes one second."""
DESCRIPTION = os.environ.get("BOOP_DISCORD_OPENAPI")


@dataclass(slots=True)
class Table:
    """The playground and a bot that is connected to it, in one process."""

    playground: Playground
    bot: BoopBot
    clock: MovableClock

    @property
    def services(self) -> Services:
        return self.bot.services

    @property
    def database(self) -> Database:
        """The bot's database."""
        return self.services.leadership._database

    def members(self) -> tuple[Person, Person, Person]:
        """Return ada, bob and cleo, who are members of the server."""
        person = self.playground.person
        return person("ada"), person("bob"), person("cleo")

    async def match(self, number: int) -> Match:
        """Return a match in its present state."""
        return await self.services.matches.find(MatchId(number))

    async def pass_time(self, seconds: float) -> None:
        """Move the bot's clock ahead, and let the bot do everything that is due then."""
        # A message still being shown would notice that time has passed, and do the due work itself.
        await self.bot.underway.wait()
        await self.leap(seconds)
        jobs = self.services.jobs
        for _ in range(MOST_ROUNDS):
            await jobs.run_due()
            # On a busy machine some of the work may take as long as if Discord held it up.
            while self.bot.underway or jobs.is_busy:
                await self.bot.underway.wait()
                await jobs.wait()
                await jobs.run_due()
            # A check of the outbox that began earlier may have missed it, and the next is seconds
            # away.
            if not await deliver_outbox(self.services):
                break

    async def leap(self, seconds: float) -> None:
        """Move the bot's clock ahead without an outage, and do nothing that is due yet."""
        await self.services.clocks.leap(self.clock, Seconds(seconds))

    @asynccontextmanager
    async def pause_jobs(self) -> AsyncIterator[None]:
        """Let no job begin within the block; jobs that have begun end before it."""
        jobs, before = self.services.jobs, self.services.jobs.may_run
        jobs.may_run = _never
        try:
            # A check for due jobs that is under way would see jobs that fall due later.
            await jobs.run_due()
            yield
        finally:
            jobs.may_run = before


async def _never() -> bool:
    return False


NEWCOMERS = False
"""Whether members are new, so that the bot shows them the rules in their first match.

Two cards of rules take a quarter of the time to begin a match, so only tests of the cards set this.
"""


Describe = Callable[
    [app_commands.CommandTree[Any], app_commands.Translator], Awaitable[list[dict[str, Any]]]
]


_DESCRIBED: list[dict[str, Any]] = []
"""The commands as they are described in English."""


async def describe_in_english(
    tree: app_commands.CommandTree[Any], translator: app_commands.Translator
) -> list[dict[str, Any]]:
    """Describe the commands in English alone.

    Nine languages make the commands eight times as large to send, check and keep for each bot;
    `tests.cogs.test_translating` sends them. All bots of a process have the same commands.
    """
    if not _DESCRIBED:
        _DESCRIBED.extend(each.to_dict(tree) for each in tree.get_commands())
    return _DESCRIBED


@dataclass(frozen=True, slots=True)
class Registered:
    """The commands that a bot has registered with Discord, and its stored digest of them."""

    commands: list[dict[str, Any]]
    digest: str


_KNOWN: list[Registered] = []
"""What the first bot of this process has registered."""


@asynccontextmanager
async def run_bot(
    playground: Playground,
    database: DatabaseAddress,
    ahead: Seconds = NOT_AHEAD,
    describe: Describe = describe_in_english,
    registered: Sequence[Registered] = (),
) -> AsyncIterator[Table]:
    """Run the bot on a database until the block ends, as `bot.cli.run` does.

    `describe` describes its commands to Discord at the start, unless they are those that it has
    registered.
    """
    clock = MovableClock(ahead)
    async with AsyncExitStack() as stack:
        base = discord.http.Route.BASE
        discord.http.Route.BASE = playground.api
        stack.callback(setattr, discord.http.Route, "BASE", base)
        services = await stack.enter_async_context(
            open_services(create_database(database), clock, random.Random(7))
        )
        for each in registered:
            playground.book.replace(None, each.commands)
            await services.store_value(StoredValue.COMMANDS, each.digest)
        studio = Studio()
        stack.push_async_callback(studio.close)
        bot = await stack.enter_async_context(BoopBot(services, studio, 0.05))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(command_sync, "translated_commands", describe)
            await bot.login(playground.token)
        kept: list[discord.ui.View | discord.ui.LayoutView | discord.ui.Modal] = []
        setattr(bot._connection, "store_view", lambda view, _=None: kept.append(view))  # noqa: B010
        connection = asyncio.create_task(bot.connect())
        try:
            await asyncio.wait_for(bot.wait_until_ready(), READY_WITHIN)
            yield Table(playground, bot, clock)
            assert not kept, "discord.py keeps what is not a `cogs.core.components.View`"
        finally:
            await bot.close()
            await connection


def limit_analyses(table: Table) -> None:
    """Let analyses search few positions, because no test depends on their quality."""
    table.services.analyses.nodes = table.services.what_ifs.nodes = 1_000


@asynccontextmanager
async def open_table(folder: Path) -> AsyncIterator[Table]:
    """Yield a table. At the end, raise an error if Discord would refuse any of the bot's requests.

    The first bot of a process registers its commands, which takes a fifth of its start. Later ones
    start as most bots do, with commands that are already registered.
    """
    async with (
        Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground,
        run_bot(playground, folder / "boop.sqlite3", registered=_KNOWN) as table,
    ):
        for person in () if NEWCOMERS else table.members():
            await table.services.newcomers.rules_read(UserId(person.id), CLASSIC.name)
        if not _KNOWN:
            assert table.bot.command_sync.task is not None
            await table.bot.command_sync.task
            digest = await table.services.load_value(StoredValue.COMMANDS)
            assert digest is not None
            # A copy: a test may change the commands of its own playground.
            _KNOWN.append(Registered(deepcopy(playground.book.all(None)), digest))
        yield table
        playground.expect_valid()


def count_requests(table: Table, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the bot's requests to Discord from now on, except answers to interactions."""
    requests: Counter[str] = Counter()
    request = table.bot.http.request

    async def counted(route: Any, **options: Any) -> Any:
        requests[f"{route.method} {route.path}"] += 1
        return await request(route, **options)

    monkeypatch.setattr(table.bot.http, "request", counted)
    return requests
