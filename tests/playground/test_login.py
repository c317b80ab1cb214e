from __future__ import annotations

import discord
import pytest

from playground import Intent, Person, Playground
from tests.playground.tiny import Click, Raw, StartBot, TinyBot, point_discord_at, running


async def test_a_bot_logs_in_and_knows_its_servers(
    playground: Playground, start_bot: StartBot
) -> None:
    bot = await start_bot()
    assert bot.user is not None
    assert bot.user.id == playground.application_id
    [guild] = bot.guilds
    assert guild.name == "Quilt Club"
    assert [channel.name for channel in guild.text_channels] == ["general", "games"]
    assert guild.member_count == 5
    assert guild.me.guild_permissions.attach_files
    assert not guild.me.guild_permissions.manage_messages
    playground.expect_valid()


async def test_the_application_is_described(playground: Playground, start_bot: StartBot) -> None:
    bot = await start_bot()
    assert (await bot.application_info()).id == playground.application_id


async def test_a_wrong_token_is_refused_at_login(playground: Playground) -> None:
    bot = TinyBot(playground, None)
    with pytest.raises(discord.LoginFailure, match="Improper token"):
        await bot.start("wrong")
    await bot.close()


async def test_a_wrong_token_is_refused_with_401(raw: Raw) -> None:
    assert await raw("GET", "/users/@me", token="wrong") == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )


async def test_privileged_intents_are_refused_unless_granted(
    playground: Playground, start_bot: StartBot
) -> None:
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await start_bot(intents=discord.Intents(guilds=True, members=True))


async def test_privileged_intents_are_granted_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground(privileged_intents=Intent.GUILD_MEMBERS) as playground:
        point_discord_at(playground, monkeypatch)
        intents = discord.Intents(guilds=True, members=True)
        async with running(playground, intents=intents) as bot:
            names = {member.name for member in bot.guilds[0].members}
        assert names == {member.name for member in bot.guilds[0].members} == {
            "ada", "bob", "cleo", "dov", "bot",
        }  # fmt: skip


@discord.app_commands.describe()
async def where(interaction: Click) -> None:
    """Say which shard heard."""
    guild = interaction.guild
    await interaction.response.send_message(f"shard {guild.shard_id if guild else 0}")


async def test_commands_are_synced_and_keep_their_ids(
    playground: Playground, start_bot: StartBot
) -> None:
    bot = await start_bot(lambda tiny: tiny.tree.command(name="where")(where))
    [first] = await bot.tree.fetch_commands()
    [second] = await bot.tree.sync()
    assert first.name == second.name == "where"
    assert first.id == second.id
    [one] = playground.book.all(None)
    assert one["description"] == "Say which shard heard."
    playground.expect_valid()


async def test_a_list_without_the_entry_point_is_refused_with_50240(
    playground: Playground, start_bot: StartBot
) -> None:
    bot = await start_bot()
    playground.book.switch_on_activities()
    bot.tree.command(name="where")(where)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.tree.sync()
    assert (refused.value.status, refused.value.code) == (400, 50240)
    assert [each["name"] for each in playground.book.all(None)] == ["launch"]


async def test_commands_of_a_server_are_only_available_there(
    playground: Playground, start_bot: StartBot, ada: Person
) -> None:
    bot = await start_bot()
    other = playground.world.add_server("Knitters", ada.user)
    lobby = playground.world.add_channel(other, "lobby")
    playground.world.join(other, playground.world.bot)
    guild = discord.Object(playground.server().id)
    bot.tree.command(name="where", guild=guild)(where)
    await bot.tree.sync(guild=guild)
    [command] = await bot.tree.fetch_commands(guild=guild)
    assert command.guild_id == guild.id
    assert [each["name"] for each in ada.commands(playground.channel("games"))] == ["where"]
    assert ada.commands(lobby) == []
    answer = await ada.command("where", channel=playground.channel("games"))
    assert answer.text == "shard 0"


async def test_single_commands_are_created_changed_and_deleted(
    playground: Playground, raw: Raw
) -> None:
    base = f"/applications/{playground.application_id}/commands"
    status, command = await raw("POST", base, {"name": "hop", "description": "Hops."})
    assert (status, command["type"]) == (201, 1)
    status, again = await raw("POST", base, {"name": "hop", "description": "Hops far."})
    assert (status, again["id"]) == (200, command["id"])
    path = f"{base}/{command['id']}"
    status, changed = await raw("PATCH", path, {"description": "Hops high."})
    assert (status, changed["description"]) == (200, "Hops high.")
    assert await raw("GET", path) == (200, changed)
    assert (await raw("DELETE", path))[0] == 204
    status, gone = await raw("GET", path)
    assert (status, gone["code"]) == (404, 10063)


async def test_the_commands_of_another_application_are_unknown(raw: Raw) -> None:
    status, body = await raw("GET", "/applications/1/commands")
    assert (status, body["code"]) == (404, 10002)
    base = f"/applications/{raw.playground.application_id}/guilds/1/commands"
    status, body = await raw("GET", base)
    assert (status, body["code"]) == (403, 50001)
