"""Several servers: their members and languages, inviting and removing the bot, outages."""

from __future__ import annotations

import discord
import pytest

from playground import (
    CannotDo,
    Permission,
    Person,
    Playground,
    TextChannel,
    ThreadChange,
)
from playground.world import ThreadTerms
from tests.kit.messages import channel_of
from tests.playground.tiny import Click, StartBot, TinyBot


def add_language_command(bot: TinyBot) -> None:
    @bot.tree.command(description="Returns the languages of the user and the server.")
    async def languages(interaction: Click) -> None:
        there = interaction.guild_locale
        await interaction.response.send_message(f"{interaction.locale} in {there}")


async def test_the_languages_of_user_and_server_are_sent(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_language_command)
    assert (await ada.command("languages", channel=games)).text == "en-GB in en-US"
    ada.user.locale = "de"
    playground.world.set_locale(playground.server(), "fr")
    await playground.until(lambda: bot.guilds[0].preferred_locale is discord.Locale.french)
    assert (await ada.command("languages", channel=games)).text == "de in fr"
    direct = playground.world.direct_channel(ada.user)
    assert (await ada.command("languages", channel=direct)).text == "de in None"
    playground.world.rename(playground.server(), "Patchwork Club")
    await playground.until(lambda: bot.guilds[0].name == "Patchwork Club")
    playground.expect_valid()


async def test_the_bot_is_invited_to_a_server_and_removed_while_it_runs(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, cleo: Person
) -> None:
    bot = await start_bot(add_language_command)
    knitters = playground.add_server("Knitters", cleo, ada, channels=("lobby",), locale="nl")
    lobby = playground.channel("lobby", knitters)
    assert [place.name for place in ada.places(knitters)] == ["lobby"]
    assert bob.places(knitters) == []
    with pytest.raises(CannotDo, match="the bot is not in Knitters"):
        await cleo.command("languages", channel=lobby)

    playground.world.moderation.invite_bot(knitters)
    await playground.until(lambda: "guild_join" in bot.event_names())
    assert {guild.name for guild in bot.guilds} == {"Quilt Club", "Knitters"}
    assert (await cleo.command("languages", channel=lobby)).text == "en-GB in nl"
    await channel_of(bot, lobby).send(f"{ada.mention} {bob.mention}")
    assert (len(ada.notifications), len(bob.notifications)) == (1, 0)

    sent = channel_of(bot, lobby)
    playground.world.moderation.take_out(knitters, playground.world.bot)
    await playground.until(lambda: "guild_remove" in bot.event_names())
    with pytest.raises(discord.Forbidden) as refused:
        await sent.send("hello?")
    assert refused.value.code == 50001
    assert [role.name for role in knitters.roles.values()] == ["@everyone"]

    playground.world.moderation.invite_bot(knitters, Permission.VIEW_CHANNEL)
    await playground.until(lambda: bot.event_names().count("guild_join") == 2)
    playground.expect_valid()


async def test_a_server_is_unavailable_during_an_outage_and_available_after_it(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_language_command)
    server = playground.server()
    playground.world.take_down(server)
    await playground.until(lambda: "guild_unavailable" in bot.event_names())
    assert bot.guilds[0].unavailable
    with pytest.raises(CannotDo, match="Quilt Club cannot be reached"):
        await ada.command("languages", channel=games)
    playground.world.add_channel(server, "attic")
    playground.world.bring_back(server)
    # The first one came when the bot started.
    await playground.until(lambda: bot.event_names().count("guild_available") == 2)
    assert "guild_join" not in bot.event_names()
    assert "guild_channel_create" not in bot.event_names()
    assert {channel.name for channel in bot.guilds[0].text_channels} == {
        "general", "games", "attic",
    }  # fmt: skip
    assert (await ada.command("languages", channel=games)).text == "en-GB in en-US"


async def test_a_bot_that_starts_in_an_outage_receives_the_server_later(
    playground: Playground, start_bot: StartBot
) -> None:
    playground.world.take_down(playground.server())
    bot = await start_bot()
    assert [guild.unavailable for guild in bot.guilds] == [True]
    playground.world.bring_back(playground.server())
    await playground.until(lambda: "guild_available" in bot.event_names())
    assert [guild.name for guild in bot.guilds] == ["Quilt Club"]


async def test_a_permission_is_revoked_and_given_back(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    world, channel = playground.world, channel_of(bot, games)
    world.overwrite(games, world.bot, allow=Permission.MANAGE_MESSAGES)
    message = await channel.send("a match?")
    thread = playground.thread((await message.create_thread(name="ada against bob")).id)
    revoked = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    world.moderation.revoke(thread, world.bot, revoked)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("hello?")
    assert refused.value.code == 50013
    # The library may already know, because the change of the channel is an event, too.
    allowed = bot.guilds[0].me
    await playground.until(lambda: not channel.permissions_for(allowed).send_messages)
    assert world.permissions(world.bot, games) & Permission.MANAGE_MESSAGES
    world.moderation.restore(thread, world.bot, revoked)
    await channel.send("here I am")


async def test_hidden_threads_are_announced_when_they_become_visible(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    world = playground.world
    world.moderation.revoke(games, world.bot, Permission.VIEW_CHANNEL)
    thread = world.threads.begin(games, ada.user, ThreadTerms("talk"))
    asleep = world.threads.begin(games, ada.user, ThreadTerms("old talk"))
    world.threads.change(asleep, ThreadChange(is_archived=True))
    bot = await start_bot()
    assert list(bot.guilds[0].threads) == []
    world.moderation.restore(games, world.bot, Permission.VIEW_CHANNEL)
    await playground.until(lambda: bot.guilds[0].get_thread(thread.id))
    assert [each.name for each in bot.guilds[0].threads] == ["talk"]
    joins = bot.event_names().count("thread_join")
    world.moderation.revoke(games, world.bot, Permission.MENTION_EVERYONE)
    bots_role = world.add_role(playground.server(), "helpers")
    world.set_roles(playground.server(), world.bot, [bots_role])
    await playground.until(lambda: bot.guilds[0].me.get_role(bots_role.id))
    assert bot.event_names().count("thread_join") == joins
