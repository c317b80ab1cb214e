from __future__ import annotations

import discord
import pytest

from playground import CannotDo, Permission, Person, Playground, Reason, TextChannel
from playground.world import ThreadTerms
from tests.kit.messages import channel_of, layout
from tests.playground.tiny import StartBot

NONE = discord.AllowedMentions.none()


async def test_only_allowed_mentions_notify(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    channel = channel_of(bot, games)
    both = f"{ada.mention} and {bob.mention}"
    await channel.send(both, allowed_mentions=NONE)
    assert ada.notifications == bob.notifications == []
    only = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(bob.id)])
    await channel.send(both, allowed_mentions=only)
    assert (len(ada.notifications), len(bob.notifications)) == (0, 1)
    await channel.send(both)
    assert (len(ada.notifications), len(bob.notifications)) == (1, 2)
    note = bob.notifications[0]
    assert (note.reason, note.text, note.channel_id) == (Reason.MENTION, both, games.id)
    await channel.send(view=layout(both))
    assert len(ada.notifications) == 2, "text displays ping as content does"


async def test_an_edit_does_not_notify(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = await channel_of(bot, games).send("your turn")
    await sent.edit(content=f"your turn, {ada.mention}")
    assert ada.notifications == []
    assert sent.id in [message.id for message in ada.look(games)]


async def test_roles_and_everyone_need_a_permission_to_be_pinged(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    world, server = playground.world, playground.server()
    players = world.add_role(server, "players")
    world.set_roles(server, bob.user, [players])
    channel = channel_of(bot, games)
    await channel.send(f"{players.mention} @everyone")
    assert ada.notifications == bob.notifications == []
    world.overwrite(games, world.bot, allow=Permission.MENTION_EVERYONE)
    await channel.send(f"{players.mention}")
    assert [note.reason for note in bob.notifications] == [Reason.ROLE]
    await channel.send("@here")
    assert [note.reason for note in ada.notifications] == [Reason.EVERYONE]
    mentionable = world.add_role(server, "friends", is_mentionable=True)
    world.set_roles(server, ada.user, [mentionable])
    world.overwrite(games, world.bot)
    await channel.send(mentionable.mention)
    assert ada.notifications[-1].reason is Reason.ROLE


async def test_members_are_not_notified_of_what_they_cannot_see(
    playground: Playground, start_bot: StartBot, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.world.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    await channel_of(bot, games).send(bob.mention)
    assert bob.notifications == []
    assert bob.look(games) == []
    assert bob.newest(games) is None
    with pytest.raises(CannotDo, match="does not see games"):
        bob.say(games, "hello?")


async def test_a_silent_message_is_marked_as_silent(
    start_bot: StartBot, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    await channel_of(bot, games).send(bob.mention, silent=True)
    assert bob.notifications[0].is_silent


async def test_people_post_and_delete_messages(
    playground: Playground, ada: Person, bob: Person, games: TextChannel
) -> None:
    message = bob.say(games, "hello")
    assert ada.see(message) == message
    assert ada.newest(games) == message
    assert message.author is bob.user
    with pytest.raises(CannotDo, match="cleo may not delete"):
        playground.person("cleo").delete(message)
    ada.delete(message)
    assert bob.see(message) is None
    with pytest.raises(CannotDo, match="does not see this message"):
        bob.delete(message)
    playground.world.overwrite(games, bob.user, deny=Permission.SEND_MESSAGES)
    with pytest.raises(CannotDo, match="may not write"):
        bob.say(games, "again")
    thread = playground.world.threads.begin(games, ada.user, ThreadTerms("talk"))
    assert bob.say(thread, "here I may").text == "here I may"


async def test_people_join_and_leave(playground: Playground, games: TextChannel) -> None:
    eve = playground.add_person("eve")
    server = playground.server()
    assert eve.places(server) == []
    eve.join(server)
    assert [place.name for place in eve.places(server)] == ["general", "games"]
    eve.join(server)
    eve.leave(server)
    eve.leave(server)
    assert eve.places(server) == []
    assert playground.add_person("finn", server).places(server) != []
    with pytest.raises(CannotDo, match="no channel 1"):
        eve.look(1)  # type: ignore[arg-type]


async def test_commands_require_the_bot_in_the_server(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.book.replace(None, [{"name": "hop", "description": "Hops."}])
    assert [each["name"] for each in ada.commands(games)] == ["hop"]
    playground.world.leave(playground.server(), playground.world.bot)
    await playground.until(lambda: "guild_remove" in bot.event_names())
    with pytest.raises(CannotDo, match="the bot is not in Quilt Club"):
        await ada.command("hop", channel=games)
    assert ada.commands(games) == []


def test_unknown_names_raise_lookup_error(playground: Playground) -> None:
    for look in (
        lambda: playground.person("zoe"),
        lambda: playground.server("Knitters"),
        lambda: playground.channel("attic"),
        lambda: playground.thread(1),
    ):
        with pytest.raises(LookupError):
            look()
