"""A playground for each test, real bots that connect to it over sockets, and its people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest

from playground import Person, Playground, TextChannel
from playground.validation.violations import Side
from tests.playground.tiny import OPENAPI, Raw, Setup, StartBot, TinyBot, point_discord_at, running


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground(description=OPENAPI) as running:
        point_discord_at(running, monkeypatch)
        yield running
        # For every request of the bot, the playground's answers are like Discord's.
        assert [str(each) for each in running.violations if each.side is Side.PLAYGROUND] == []


@pytest.fixture
async def start_bot(playground: Playground) -> AsyncIterator[StartBot]:
    async with AsyncExitStack() as stack:

        async def start(setup: Setup | None = None, **options: Any) -> TinyBot:
            return await stack.enter_async_context(running(playground, setup, **options))

        yield start


@pytest.fixture
async def raw(playground: Playground) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(playground, session)


@pytest.fixture
def ada(playground: Playground) -> Person:
    return playground.person("ada")


@pytest.fixture
def bob(playground: Playground) -> Person:
    return playground.person("bob")


@pytest.fixture
def cleo(playground: Playground) -> Person:
    return playground.person("cleo")


@pytest.fixture
def games(playground: Playground) -> TextChannel:
    return playground.channel("games")
