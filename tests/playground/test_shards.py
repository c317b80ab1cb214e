"""A bot with several shards: each receives its own servers' events, and they start in turn."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from playground import Playground, Rate, Rates, Server
from tests.kit.gateway import identify_payload, open_socket
from tests.playground.tiny import OPENAPI, Click, Raw, TinyBot, point_discord_at, running

SHARDS = 3


@pytest.fixture
async def three_shards(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A playground that recommends three shards, with a server for each of them."""
    async with Playground(description=OPENAPI, shards=SHARDS) as playground:
        point_discord_at(playground, monkeypatch)
        ada = playground.person("ada")
        for number in range(100):
            servers = list(playground.world.servers.values())
            if {shard_of(each) for each in servers} == set(range(SHARDS)):
                break
            server = playground.add_server(f"Server {number}", ada, channels=("lobby",))
            playground.world.moderation.invite_bot(server)
        yield playground
        playground.expect_valid()


def shard_of(server: Server) -> int:
    return (server.id >> 22) % SHARDS


def add_where_command(bot: TinyBot) -> None:
    @bot.tree.command(description="Says which shard heard.")
    async def where(interaction: Click) -> None:
        await interaction.response.send_message(f"shard {interaction.guild.shard_id}")  # type: ignore[union-attr]


async def test_the_commands_of_each_server_arrive_on_its_own_shard(
    three_shards: Playground,
) -> None:
    ada = three_shards.person("ada")
    async with running(three_shards, add_where_command) as bot:
        assert sorted(bot.shards) == list(range(SHARDS))
        assert three_shards.is_connected
        shards = {each.wishes.shard for each in three_shards.hub.roster.sessions}
        assert shards == {(number, SHARDS) for number in range(SHARDS)}
        assert len(bot.guilds) == len(three_shards.world.servers)
        for server in three_shards.world.servers.values():
            channel = next(iter(server.channels.values()))
            answer = await ada.command("where", channel=channel)
            assert answer.text == f"shard {shard_of(server)}"


async def test_each_shard_resumes_by_itself(three_shards: Playground) -> None:
    async with running(three_shards, add_where_command) as bot:
        before = [each.id for each in three_shards.hub.roster.sessions]
        three_shards.hub.drop()
        await three_shards.until(lambda: bot.event_names().count("shard_resumed") == SHARDS)
        assert three_shards.is_connected
        assert [each.id for each in three_shards.hub.roster.sessions] == before


async def test_a_server_is_joined_on_its_own_shard(three_shards: Playground) -> None:
    async with running(three_shards) as bot:
        server = three_shards.add_server("Late", three_shards.person("ada"))
        three_shards.world.moderation.invite_bot(server)
        await three_shards.until(lambda: "guild_join" in bot.event_names())
        guild = bot.get_guild(server.id)
        assert guild is not None
        assert guild.shard_id == shard_of(server)


async def test_shards_that_identify_too_soon_connect_later(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = Rates(identify=Rate(1, 0.3))
    async with Playground(shards=2, rates=rates) as playground:
        point_discord_at(playground, monkeypatch)
        # This bot doesn't wait between its shards; by default the library does.
        async with running(playground) as bot:
            assert sorted(bot.shards) == [0, 1]
            await playground.until(lambda: playground.is_connected, within=60)
            limits = await bot.fetch_session_start_limits()
            assert (limits.total, limits.remaining, limits.max_concurrency) == (1000, 998, 1)


async def test_shards_of_one_group_start_together() -> None:
    async with (
        Playground(shards=2, rates=Rates(), max_concurrency=2) as playground,
        aiohttp.ClientSession() as session,
    ):
        raw = Raw(playground, session)
        async with open_socket(raw) as first, open_socket(raw) as second, open_socket(raw) as third:
            expected = ((first, 0, "READY"), (second, 1, "READY"), (third, 0, None))
            for socket, number, event in expected:
                await socket.receive_json()
                await socket.send_json(identify_payload(playground.token, shard=[number, 2]))
                payload = await socket.receive_json()
                assert payload["t"] == event
            assert (payload["op"], payload["d"]) == (9, False)
            assert playground.hub.starts.too_early == [0]
