from __future__ import annotations

import discord
import pytest

from playground import Permission, Person, Playground, Role, TextChannel, World
from playground.world import ThreadTerms
from tests.kit.messages import channel_of, png
from tests.playground.tiny import Raw, StartBot

VIEW, SEND = Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES


@pytest.fixture
def world() -> World:
    return World()


def everyone(world: World) -> Role:
    server = next(iter(world.servers.values()))
    return server.roles[server.id]


def test_overwrites_apply_from_everyone_over_roles_to_the_member(world: World) -> None:
    owner, guest = world.add_user("owner"), world.add_user("guest")
    server = world.add_server("Club", owner)
    loud = world.add_role(server, "loud")
    quiet = world.add_role(server, "quiet")
    world.join(server, guest, [loud, quiet])
    channel = world.add_channel(server, "den")
    assert world.permissions(guest, channel) & SEND
    world.overwrite(channel, everyone(world), deny=SEND)
    assert not world.permissions(guest, channel) & SEND
    world.overwrite(channel, quiet, deny=SEND)
    world.overwrite(channel, loud, allow=SEND)
    assert world.permissions(guest, channel) & SEND, "an allow of one role beats all denials"
    world.overwrite(channel, guest, deny=SEND)
    assert not world.permissions(guest, channel) & SEND
    assert world.permissions(owner, channel) & SEND, "the owner may do everything"


def test_administrators_pass_all_overwrites(world: World) -> None:
    owner, admin = world.add_user("owner"), world.add_user("admin")
    server = world.add_server("Club", owner)
    world.join(server, admin, [world.add_role(server, "admin", Permission.ADMINISTRATOR)])
    channel = world.add_channel(server, "den")
    world.overwrite(channel, admin, deny=VIEW)
    assert world.permissions(admin, channel) & VIEW


def test_a_user_who_cannot_view_can_do_nothing(world: World) -> None:
    owner, guest = world.add_user("owner"), world.add_user("guest")
    server = world.add_server("Club", owner)
    world.join(server, guest)
    channel = world.add_channel(server, "den")
    world.overwrite(channel, guest, deny=VIEW)
    assert world.permissions(guest, channel) == Permission.NONE
    assert world.permissions(world.add_user("stranger"), channel) == Permission.NONE


def test_a_user_who_cannot_send_cannot_attach(world: World) -> None:
    owner, guest = world.add_user("owner"), world.add_user("guest")
    server = world.add_server("Club", owner)
    world.join(server, guest)
    channel = world.add_channel(server, "den")
    world.overwrite(channel, guest, deny=SEND)
    assert not world.permissions(guest, channel) & Permission.ATTACH_FILES
    thread = world.threads.begin(channel, owner, ThreadTerms("talk"))
    assert world.permissions(guest, thread) & Permission.ATTACH_FILES
    world.overwrite(channel, guest, deny=Permission.SEND_MESSAGES_IN_THREADS)
    assert not world.permissions(guest, thread) & Permission.ATTACH_FILES
    world.overwrite(channel, guest, deny=VIEW)
    assert not world.sees(guest, thread), "a thread is seen by those who see its channel"


def test_a_role_grants_and_removes_permissions(world: World) -> None:
    owner, guest = world.add_user("owner"), world.add_user("guest")
    server = world.add_server("Club", owner)
    role = world.add_role(server, "warden", Permission.MANAGE_MESSAGES)
    world.join(server, guest)
    channel = world.add_channel(server, "den")
    assert not world.permissions(guest, channel) & Permission.MANAGE_MESSAGES
    world.set_roles(server, guest, [role])
    assert world.permissions(guest, channel) & Permission.MANAGE_MESSAGES
    world.set_permissions(role, Permission.NONE)
    assert not world.permissions(guest, channel) & Permission.MANAGE_MESSAGES


@pytest.mark.parametrize(
    ("denied", "code"),
    [(VIEW, 50001), (SEND, 50013), (Permission.ATTACH_FILES, 50013)],
)
async def test_a_missing_permission_is_refused(
    playground: Playground,
    start_bot: StartBot,
    games: TextChannel,
    denied: Permission,
    code: int,
) -> None:
    bot = await start_bot()
    playground.world.overwrite(games, playground.world.bot, deny=denied)
    with pytest.raises(discord.Forbidden) as refused:
        await channel_of(bot, games).send("hello", file=png())
    assert (refused.value.status, refused.value.code) == (403, code)
    playground.expect_valid()


async def test_embeds_need_a_permission(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.world.overwrite(games, playground.world.bot, deny=Permission.EMBED_LINKS)
    with pytest.raises(discord.Forbidden) as refused:
        await channel_of(bot, games).send(embed=discord.Embed(title="Bed"))
    assert refused.value.code == 50013


async def test_threads_need_permissions(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    message = await channel_of(bot, games).send("a match?")
    me = playground.world.bot
    playground.world.overwrite(games, me, deny=Permission.CREATE_PUBLIC_THREADS)
    with pytest.raises(discord.Forbidden) as refused:
        await message.create_thread(name="match")
    assert refused.value.code == 50013
    playground.world.overwrite(games, me, deny=Permission.SEND_MESSAGES_IN_THREADS)
    thread = await message.create_thread(name="match")
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("hello")
    assert refused.value.code == 50013


async def test_the_history_is_hidden_without_permission(
    playground: Playground, raw: Raw, ada: Person, games: TextChannel
) -> None:
    message = ada.say(games, "hello")
    path = f"/channels/{games.id}/messages"
    playground.world.overwrite(games, playground.world.bot, deny=Permission.READ_MESSAGE_HISTORY)
    assert await raw("GET", path) == (200, [])
    assert (await raw("GET", f"{path}/{message.id}"))[1]["code"] == 50013


async def test_missing_objects_are_unknown(
    playground: Playground, raw: Raw, ada: Person, games: TextChannel
) -> None:
    assert await raw("GET", "/channels/1") == (404, {"message": "Unknown Channel", "code": 10003})
    assert (await raw("GET", "/guilds/1"))[1]["code"] == 10004
    server = playground.server()
    assert (await raw("GET", f"/guilds/{server.id}/members/1"))[1]["code"] == 10013
    stranger = playground.add_person("stranger")
    path = f"/guilds/{server.id}/members/{stranger.id}"
    assert (await raw("GET", path))[1]["code"] == 10007
    stranger.join(server)
    assert (await raw("GET", path))[1]["user"]["username"] == "stranger"
    other = playground.world.add_server("Knitters", ada.user)
    lobby = playground.world.add_channel(other, "lobby")
    assert (await raw("GET", f"/guilds/{other.id}"))[1]["code"] == 10004
    assert (await raw("GET", f"/channels/{lobby.id}"))[1]["code"] == 50001
    playground.world.delete_channel(games)
    assert (await raw("POST", f"/channels/{games.id}/messages", {"content": "x"}))[1]["code"] == (
        10003
    )


async def test_a_server_is_read_with_its_channels_roles_members_and_threads(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    server = playground.server()
    guild = await bot.fetch_guild(server.id)
    assert guild.approximate_member_count == 5
    assert {channel.name for channel in await guild.fetch_channels()} == {"general", "games"}
    assert "bot" in {role.name for role in await guild.fetch_roles()}
    assert (await guild.fetch_member(ada.id)).name == "ada"
    assert [each.name async for each in bot.fetch_guilds()] == ["Quilt Club"]
    thread = playground.world.threads.begin(games, playground.world.bot, ThreadTerms("match"))
    assert [each.id for each in await guild.active_threads()] == [thread.id]
    playground.expect_valid()


async def test_changing_a_channel_requires_permission(
    playground: Playground, raw: Raw, ada: Person, games: TextChannel
) -> None:
    path = f"/channels/{games.id}"
    assert (await raw("PATCH", path, {"topic": "boop"}))[1]["code"] == 50013
    assert (await raw("DELETE", path))[1]["code"] == 50013
    playground.world.overwrite(games, playground.world.bot, allow=Permission.MANAGE_CHANNELS)
    assert (await raw("PATCH", path, {"topic": "boop"}))[1]["topic"] == "boop"
    assert (await raw("DELETE", path))[0] == 200
    assert (await raw("GET", path))[1]["code"] == 10003
    direct = playground.world.direct_channel(ada.user)
    status, body = await raw("PATCH", f"/channels/{direct.id}", {"name": "x"})
    assert (status, body["code"]) in ((403, 50003), (400, 50035))
    assert (await raw("DELETE", f"/channels/{direct.id}"))[0] == 200
