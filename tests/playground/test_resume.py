"""A bot that resumes its session misses nothing; a bot that is too late starts a new one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from playground import GatewayLimits, Person, Playground, TextChannel
from tests.kit.gateway import Socket, identify_payload, open_socket, wait_for_close
from tests.playground.tiny import OPENAPI, Click, Raw, StartBot, TinyBot, point_discord_at, running

MESSAGES = discord.Intents(guilds=True, messages=True)


def add_hop_command(bot: TinyBot) -> None:
    @bot.tree.command(description="Hops.")
    async def hop(interaction: Click) -> None:
        await interaction.response.send_message("hop")


def message_texts(bot: TinyBot) -> list[str]:
    return [args[0].content for name, args in bot.events if name == "message"]


async def wait_for_resumes(playground: Playground, bot: TinyBot, times: int = 1) -> None:
    await playground.until(lambda: bot.event_names().count("resumed") == times, within=60)


@asynccontextmanager
async def playground_with(
    monkeypatch: pytest.MonkeyPatch, limits: GatewayLimits
) -> AsyncIterator[Playground]:
    async with Playground(description=OPENAPI, gateway_limits=limits) as playground:
        point_discord_at(playground, monkeypatch)
        yield playground


async def test_a_bot_resumes_and_misses_nothing(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(intents=MESSAGES)
    mention = playground.world.bot.mention
    ada.say(games, f"{mention} before")
    playground.hub.drop()
    assert not playground.is_connected
    for number in range(20):
        ada.say(games, f"{mention} {number}")
    await wait_for_resumes(playground, bot)
    ada.say(games, f"{mention} after")
    await playground.until(lambda: f"{mention} after" in message_texts(bot))
    away = [f"{mention} {number}" for number in range(20)]
    assert message_texts(bot) == [f"{mention} before", *away, f"{mention} after"]
    assert bot.event_names().count("ready") == 1
    assert len(playground.hub.roster.sessions) == 1


async def test_a_command_given_while_the_bot_is_away_is_answered(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_hop_command)
    playground.hub.drop()
    assert not playground.is_connected
    assert (await ada.command("hop", channel=games)).text == "hop"
    await wait_for_resumes(playground, bot)
    playground.expect_valid()


async def test_a_bot_reconnects_on_request(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_hop_command)
    [before] = playground.hub.connections
    playground.hub.ask_to_reconnect()
    await wait_for_resumes(playground, bot)
    await playground.until(lambda: before not in playground.hub.connections)
    assert (await ada.command("hop", channel=games)).text == "hop"


async def test_a_lost_session_is_replaced_by_a_new_one(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_hop_command)
    [before] = playground.hub.roster.sessions
    playground.hub.roster.invalidate()
    await playground.until(lambda: bot.event_names().count("shard_ready") == 2, within=60)
    assert "resumed" not in bot.event_names()
    assert before not in playground.hub.roster.sessions
    assert (await ada.command("hop", channel=games)).text == "hop"


async def test_a_bot_that_missed_too_many_events_starts_a_new_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playground_with(monkeypatch, GatewayLimits(most_replayed=5)) as playground:
        ada, games = playground.person("ada"), playground.channel("games")
        async with running(playground, intents=MESSAGES) as bot:
            playground.hub.drop()
            assert not playground.is_connected
            for number in range(6):
                ada.say(games, str(number))
            await playground.until(lambda: bot.event_names().count("shard_ready") == 2, within=60)
            assert "resumed" not in bot.event_names()
            assert "message" not in bot.event_names()


async def test_a_session_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        playground_with(monkeypatch, GatewayLimits(resume_within=0.0)) as playground,
        running(playground) as bot,
    ):
        playground.hub.drop()
        await playground.until(lambda: bot.event_names().count("shard_ready") == 2, within=60)
        assert "resumed" not in bot.event_names()


@pytest.mark.long
async def test_a_bot_detects_a_dead_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playground_with(monkeypatch, GatewayLimits(heartbeat_every=0.5)) as playground:
        ada, games = playground.person("ada"), playground.channel("games")
        async with running(playground, intents=MESSAGES, heartbeat_timeout=2.0) as bot:
            await playground.until(lambda: [each.beats for each in playground.hub.connections])
            playground.hub.fall_silent()
            text = f"{playground.world.bot.mention} are you there?"
            ada.say(games, text)
            await playground.until(lambda: text in message_texts(bot), within=60)
            assert "resumed" in bot.event_names()
            assert message_texts(bot) == [text]


async def test_a_bot_sends_a_heartbeat_on_request(
    playground: Playground, start_bot: StartBot
) -> None:
    await start_bot()
    [connection] = playground.hub.connections
    before = connection.beats
    playground.hub.ask_for_heartbeat()
    await playground.until(lambda: connection.beats > before)


async def test_a_bot_without_heartbeats_is_disconnected(
    monkeypatch: pytest.MonkeyPatch, raw: Raw
) -> None:
    async with playground_with(monkeypatch, GatewayLimits(patience=0.2)) as playground:
        async with open_socket(Raw(playground, raw.session)) as socket:
            await socket.send_json(identify_payload(playground.token))
            assert await wait_for_close(socket) == 4009
        await playground.until(lambda: playground.hub.roster.sessions == [])


async def begin_session(socket: Socket, playground: Playground) -> dict[str, Any]:
    """Identify, and return the data for a resume."""
    await socket.receive_json()
    await socket.send_json(identify_payload(playground.token))
    ready = await socket.receive_json()
    return {"token": playground.token, "session_id": ready["d"]["session_id"], "seq": ready["s"]}


async def test_a_resume_replays_events_and_ends_with_resumed(raw: Raw) -> None:
    async with open_socket(raw) as socket:
        known = await begin_session(socket, raw.playground)
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
        await socket.close(code=4000)
    async with open_socket(raw) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": known})
        missed = await socket.receive_json()
        assert (missed["t"], missed["s"]) == ("GUILD_CREATE", 2)
        done = await socket.receive_json()
        assert (done["t"], done["s"]) == ("RESUMED", 3)
        await socket.send_json({"op": 6, "d": known})
        assert await wait_for_close(socket) == 4005


async def test_a_second_connection_takes_the_session_over(raw: Raw) -> None:
    async with open_socket(raw) as first, open_socket(raw) as second:
        known = await begin_session(first, raw.playground)
        await second.receive_json()
        await second.send_json({"op": 6, "d": known})
        assert (await second.receive_json())["t"] == "GUILD_CREATE"
        assert await wait_for_close(first) is not None
        assert raw.playground.is_connected


@pytest.mark.parametrize(
    ("changes", "answered"),
    [
        ({"session_id": "unknown"}, 9),
        ({"session_id": 7}, 9),
        ({"token": "wrong"}, 4004),
        ({"seq": "soon"}, 4002),
        ({"seq": 99}, 4007),
    ],
)
async def test_an_invalid_resume_is_refused(
    raw: Raw, changes: dict[str, Any], answered: int
) -> None:
    async with open_socket(raw) as socket:
        known = await begin_session(socket, raw.playground)
        await socket.close(code=4000)
    async with open_socket(raw) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {**known, **changes}})
        if answered == 9:
            event = await socket.receive_json()
            assert event == {"op": 9, "t": None, "s": None, "d": False}
        else:
            assert await wait_for_close(socket) == answered


@pytest.mark.parametrize("code", [1000, 1001])
async def test_a_bot_that_closes_normally_loses_its_session(raw: Raw, code: int) -> None:
    async with open_socket(raw) as socket:
        known = await begin_session(socket, raw.playground)
        await socket.close(code=code)
    await raw.playground.until(lambda: raw.playground.hub.roster.sessions == [])
    async with open_socket(raw) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": known})
        assert (await socket.receive_json())["op"] == 9


async def test_a_bot_whose_session_was_lost_may_identify_on_the_same_connection(raw: Raw) -> None:
    async with open_socket(raw) as socket:
        await begin_session(socket, raw.playground)
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
        raw.playground.hub.roster.invalidate()
        assert (await socket.receive_json())["op"] == 9
        assert not raw.playground.is_connected
        await socket.send_json(identify_payload(raw.playground.token))
        assert (await socket.receive_json())["t"] == "READY"
        assert raw.playground.is_connected


async def test_a_request_after_the_session_was_lost_is_refused_with_4003(raw: Raw) -> None:
    async with open_socket(raw) as socket:
        await begin_session(socket, raw.playground)
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
        raw.playground.hub.roster.invalidate()
        assert (await socket.receive_json())["op"] == 9
        await socket.send_json({"op": 8, "d": {"guild_id": "1"}})
        assert await wait_for_close(socket) == 4003


async def test_a_heartbeat_is_acknowledged_after_pending_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = GatewayLimits(beats_answered_after=60.0)
    async with (
        playground_with(monkeypatch, limits) as playground,
        aiohttp.ClientSession() as session,
        open_socket(Raw(playground, session)) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 1, "d": None})
        await socket.send_json(identify_payload(playground.token))
        assert (await socket.receive_json())["t"] == "READY"
        assert playground.hub.connections[0].beats == 1
    assert GatewayLimits().beats_answered_after > 0
