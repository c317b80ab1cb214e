"""A playground for each test, with its users, and real bots that connect to it over sockets."""

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
        # The playground answered every request of the bot as Discord does.
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
