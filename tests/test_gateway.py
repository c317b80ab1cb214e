"""A client that is told to stop at any moment of its connection ends without a word."""

from typing import Any

import discord
import pytest
import structlog.testing

from bot.gateway import ShardConnection, SteadyClient
from playground import Playground


async def test_a_client_that_is_closed_while_it_connects_logs_no_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    connect = ShardConnection.from_client

    async def connect_too_late(client: discord.Client, **options: Any) -> ShardConnection:
        await client.close()
        return await connect(client, **options)

    monkeypatch.setattr(ShardConnection, "from_client", connect_too_late)
    async with Playground() as playground:
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        client = SteadyClient(intents=discord.Intents.none())
        await client.login(playground.token)
        with structlog.testing.capture_logs() as logs:
            await client.connect()
    assert client.is_closed()
    assert logs == []
    assert [each for each in caplog.records if each.exc_info] == []


async def test_a_shard_that_is_let_go_reads_what_was_sent_before_discord_heard_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground() as playground:
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        intents = discord.Intents(guilds=True, guild_messages=True)
        client = SteadyClient(intents=intents, guild_ready_timeout=0.05)
        heard: list[discord.Message] = []

        @client.event
        async def on_message(message: discord.Message) -> None:
            heard.append(message)

        await client.login(playground.token)
        connection = client.loop.create_task(client.connect())
        await client.wait_until_ready()
        for number in range(50):
            playground.person("ada").say(playground.channel("games"), f"message {number}")
        await client.every_shard[0].let_go()
        await client.close()
        await connection
    assert len(heard) == 50
