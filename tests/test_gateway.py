"""A client is ready once its servers were reported, and ends silently when told to stop."""

import asyncio
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


async def test_a_released_shard_reads_what_was_sent_before_discord_closed_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground() as playground:
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        intents = discord.Intents(guilds=True, guild_messages=True)
        client = SteadyClient(intents=intents, guild_ready_timeout=0.05)
        messages: list[discord.Message] = []

        @client.event
        async def on_message(message: discord.Message) -> None:
            messages.append(message)

        await client.login(playground.token)
        connection = client.loop.create_task(client.connect())
        await client.wait_until_ready()
        for number in range(50):
            playground.person("ada").say(playground.channel("games"), f"message {number}")
        await client.every_shard[0].let_go()
        await client.close()
        await connection
    assert len(messages) == 50


@pytest.mark.long
async def test_a_client_is_ready_once_all_of_its_servers_were_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground(shards=2, max_concurrency=2) as playground:
        for _ in range(20):
            playground.world.moderation.invite_bot(
                playground.world.add_server("Another", playground.person("ada").user)
            )
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        client = SteadyClient(intents=discord.Intents(guilds=True), guild_ready_timeout=3600.0)
        await client.login(playground.token)
        connection = client.loop.create_task(client.connect())
        await asyncio.wait_for(client.wait_until_ready(), 60)
        assert len(client.guilds) == 21
        assert not [each for each in client.guilds if each.unavailable]
        await client.close()
        await connection


async def test_a_client_waits_a_while_for_a_server_that_is_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground() as playground:
        playground.world.take_down(playground.server())
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        client = SteadyClient(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        await client.login(playground.token)
        connection = client.loop.create_task(client.connect())
        await asyncio.wait_for(client.wait_until_ready(), 60)
        [guild] = client.guilds
        assert guild.unavailable
        await client.close()
        await connection
