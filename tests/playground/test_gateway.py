from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import discord
import pytest

from playground import Intent, Permission, Person, Playground, TextChannel, ThreadChange
from playground.world import ThreadTerms
from playground.world.events import Typing
from tests.kit.gateway import identify_payload, open_socket, wait_for_close
from tests.kit.messages import channel_of
from tests.playground.tiny import Click, Raw, StartBot, TinyBot, point_discord_at, running


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("nonsense", 4002),
        ({"no": "op"}, 4002),
        ({"op": 99}, 4002),
        ({"op": 8, "d": {}}, 4003),
        ({"op": 2, "d": {"token": "wrong"}}, 4002),
        (identify_payload("wrong"), 4004),
        (identify_payload("playground-token", shard=[2, 2]), 4010),
        (identify_payload("playground-token", intents="all"), 4013),
        (identify_payload("playground-token", intents=1 << 15), 4014),
    ],
)
async def test_the_gateway_closes_with_discords_codes(raw: Raw, sent: Any, code: int) -> None:
    async with open_socket(raw) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(sent if isinstance(sent, str) else json.dumps(sent))
        assert await wait_for_close(socket) == code


async def test_another_version_is_refused_with_4012(raw: Raw) -> None:
    async with open_socket(raw, "?v=6") as socket:
        assert await wait_for_close(socket) == 4012


async def test_a_session_begins_with_hello_heartbeat_and_ready(raw: Raw) -> None:
    async with open_socket(raw) as socket:
        hello = await socket.receive_json()
        assert hello["d"]["heartbeat_interval"] > 0
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        await socket.send_json(identify_payload(raw.playground.token))
        ready = await socket.receive_json()
        assert (ready["t"], ready["s"]) == ("READY", 1)
        assert "shard" not in ready["d"]
        created = await socket.receive_json()
        assert (created["t"], created["d"]["unavailable"]) == ("GUILD_CREATE", False)
        await socket.send_json({"op": 3, "d": {}})
        await socket.send_json({"op": 7})
        assert await wait_for_close(socket) == 4001


async def test_identifying_twice_is_refused_with_4005(raw: Raw) -> None:
    async with open_socket(raw) as socket:
        await socket.send_json(identify_payload(raw.playground.token))
        await socket.send_json(identify_payload(raw.playground.token))
        assert await wait_for_close(socket) == 4005


async def test_compressed_payloads_are_one_zlib_stream(raw: Raw) -> None:
    async with open_socket(raw, "?v=10&encoding=json&compress=zlib-stream") as socket:
        inflate = zlib.decompressobj()
        hello = await socket.receive_bytes()
        assert hello.endswith(b"\x00\x00\xff\xff")
        assert json.loads(inflate.decompress(hello))["op"] == 10
        await socket.send_json(identify_payload(raw.playground.token, shard=[0, 1]))
        ready = json.loads(inflate.decompress(await socket.receive_bytes()))
        assert ready["d"]["shard"] == [0, 1]


async def test_a_bot_with_only_the_guilds_intent_receives_no_messages_or_members(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    ada.say(games, "hello")
    eve = playground.add_person("eve", playground.server())
    eve.leave(playground.server())
    playground.world.add_channel(playground.server(), "attic")
    await playground.until(lambda: "guild_channel_create" in bot.event_names())
    assert "message" not in bot.event_names()
    assert "member_join" not in bot.event_names()


async def test_a_bot_receives_the_events_of_its_intents(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = Intent.MESSAGE_CONTENT | Intent.GUILD_MEMBERS
    async with Playground(privileged_intents=everything) as playground:
        point_discord_at(playground, monkeypatch)
        ada, games = playground.person("ada"), playground.channel("games")
        intents = discord.Intents(
            guilds=True, messages=True, message_content=True, members=True, typing=True
        )
        async with running(playground, intents=intents) as bot:
            message = ada.say(games, "hello")
            ada.say(playground.world.direct_channel(ada.user), "psst")
            sent = await channel_of(bot, games).send("mine")
            await sent.edit(content="changed")
            ada.delete(message)
            eve = playground.add_person("eve", playground.server())
            role = playground.world.add_role(playground.server(), "players")
            playground.world.set_roles(playground.server(), eve.user, [role])
            eve.leave(playground.server())
            names = {
                "message", "message_edit", "message_delete", "member_join", "member_update",
                "raw_member_remove", "guild_role_create",
            }  # fmt: skip
            await playground.until(lambda: names <= set(bot.event_names()))
            texts = [args[0].content for name, args in bot.events if name == "message"]
            assert texts[:2] == ["hello", "psst"]


async def test_without_the_content_intent_messages_of_others_are_blank(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(intents=discord.Intents(guilds=True, messages=True))
    ada.say(games, "secret")
    ada.say(games, f"{playground.world.bot.mention} hello")
    ada.say(playground.world.direct_channel(ada.user), "psst")
    await playground.until(lambda: bot.event_names().count("message") == 3)
    texts = [args[0].content for name, args in bot.events if name == "message"]
    assert texts == ["", f"{playground.world.bot.mention} hello", "psst"]


async def test_events_of_hidden_channels_are_not_sent_to_the_bot(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(intents=discord.Intents(guilds=True, messages=True))
    playground.world.overwrite(games, playground.world.bot, deny=Permission.VIEW_CHANNEL)
    ada.say(games, "hidden")
    playground.world.threads.begin(games, ada.user, ThreadTerms("hidden"))
    ada.say(playground.channel("general"), "shown")
    await playground.until(lambda: "message" in bot.event_names())
    assert bot.event_names().count("message") == 1
    assert "thread_create" not in bot.event_names()


async def test_changes_of_the_server_are_sent(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    world, server = playground.world, playground.server()
    guild = bot.guilds[0]
    role = next(each for each in server.roles.values() if each.name == "bot")
    world.set_permissions(role, Permission.NONE)
    await playground.until(lambda: "guild_role_update" in bot.event_names())
    world.set_roles(server, world.bot, [])
    await playground.until(lambda: not guild.me.roles[1:])
    thread = world.threads.begin(games, ada.user, ThreadTerms("talk"))
    await playground.until(lambda: guild.get_thread(thread.id))
    world.threads.change(thread, ThreadChange(is_archived=True))
    await playground.until(lambda: not guild.get_thread(thread.id))
    world.threads.change(thread, ThreadChange(is_archived=False))
    await playground.until(lambda: guild.get_thread(thread.id))
    world.threads.delete(thread)
    await playground.until(lambda: "thread_delete" in bot.event_names())
    world.overwrite(games, ada.user, deny=Permission.VIEW_CHANNEL)
    await playground.until(lambda: "guild_channel_update" in bot.event_names())
    world.threads.begin(games, ada.user, ThreadTerms("talk"))
    world.delete_channel(games)
    await playground.until(lambda: "guild_channel_delete" in bot.event_names())
    assert world.threads.under(games.id) == []


async def test_a_deleted_role_is_gone_from_members_and_channels(
    playground: Playground, start_bot: StartBot, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    world, server = playground.world, playground.server()
    role = world.add_role(server, "players", Permission.MANAGE_GUILD)
    world.set_roles(server, bob.user, [role])
    world.overwrite(games, role, deny=Permission.SEND_MESSAGES)
    world.delete_role(role)
    await playground.until(lambda: "guild_role_delete" in bot.event_names())
    assert bot.guilds[0].get_role(role.id) is None
    assert server.members[bob.id].role_ids == []
    assert role.id not in games.overwrites
    assert not world.permissions(bob.user, games) & Permission.MANAGE_GUILD
    playground.expect_valid()


async def test_typing_is_sent_to_sessions_with_the_intent(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(intents=discord.Intents(guilds=True, typing=True))
    direct = playground.world.direct_channel(ada.user)
    for place in (games, direct):
        playground.world.publish(Typing(place.id, ada.user))
    playground.world.publish(Typing(games.id, playground.world.bot))
    await playground.until(lambda: bot.event_names().count("raw_typing") == 2)


async def test_the_bot_leaves_a_server_and_is_invited_again(
    playground: Playground, start_bot: StartBot
) -> None:
    bot = await start_bot()
    guild = bot.guilds[0]
    await guild.leave()
    await playground.until(lambda: "guild_remove" in bot.event_names())
    assert list(bot.guilds) == []
    playground.world.join(playground.server(), playground.world.bot)
    await playground.until(lambda: "guild_join" in bot.event_names())
    assert [each.name for each in bot.guilds] == ["Quilt Club"]


async def test_members_are_requested_through_the_gateway(
    playground: Playground, start_bot: StartBot, ada: Person
) -> None:
    bot = await start_bot()
    guild = bot.guilds[0]
    assert guild.get_member(ada.id) is None
    found = await guild.query_members(user_ids=[ada.id, 1])
    assert [member.name for member in found] == ["ada"]
    assert [member.name for member in await guild.query_members("BO", limit=5)] == ["bob", "bot"]


async def test_interactions_are_sent_without_any_intents(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Hops.")
        async def hop(interaction: Click) -> None:
            await interaction.response.send_message("hop")

    await start_bot(setup, intents=discord.Intents.none())
    assert (await ada.command("hop", channel=games)).text == "hop"
    await asyncio.gather(*(ada.command("hop", channel=games) for _ in range(5)))
