from __future__ import annotations

from typing import Any

import discord
import pytest

from playground import (
    CannotDo,
    Permission,
    Person,
    Playground,
    Snowflake,
    TextChannel,
    ThreadChange,
)
from playground.world import ThreadTerms
from playground.world.messages import MessageKind
from tests.kit.messages import channel_of
from tests.playground.tiny import Click, Raw, StartBot, TinyBot


async def thread_of(bot: TinyBot, channel: TextChannel) -> discord.Thread:
    message = await channel_of(bot, channel).send("a match?")
    return await message.create_thread(name="ada against bob")


async def test_a_thread_from_a_message_has_the_messages_id(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    message = await channel_of(bot, games).send("a match?")
    thread = await message.create_thread(name="ada against bob", auto_archive_duration=10080)
    assert thread.id == message.id
    await thread.send("here we play")
    assert [each.text for each in ada.look(playground.thread(thread.id))] == ["here we play"]
    [seen] = ada.look(games)
    assert seen.has_thread
    assert not seen.edited
    fetched = await channel_of(bot, games).fetch_message(message.id)
    assert fetched.thread is not None
    assert fetched.thread.auto_archive_duration == 10080
    await playground.until(lambda: "thread_create" in bot.event_names())
    playground.expect_valid()


async def test_a_second_thread_from_a_message_is_refused_with_160004(
    start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    message = await channel_of(bot, games).send("a match?")
    await message.create_thread(name="one")
    with pytest.raises(discord.HTTPException) as refused:
        await message.create_thread(name="two")
    assert (refused.value.status, refused.value.code) == (400, 160004)


async def test_a_thread_without_a_message_is_announced(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    channel = channel_of(bot, games)
    thread = await channel.create_thread(name="open", type=discord.ChannelType.public_thread)
    assert [each.kind for each in ada.look(games)] == [MessageKind.THREAD_CREATED]
    playground.world.overwrite(games, playground.world.bot, allow=Permission.CREATE_PRIVATE_THREADS)
    hidden = await channel.create_thread(name="secret", invitable=False)
    await hidden.send("psst")
    assert bob.look(playground.thread(hidden.id)) == []
    await hidden.add_user(discord.Object(bob.id))
    assert bob.look(playground.thread(hidden.id))[0].text == "psst"
    names = {place.name for place in bob.places(playground.server())}
    assert names == {"general", "games", "open", "secret"}
    assert thread.name == "open"
    playground.expect_valid()


async def test_an_archived_thread_is_reopened_when_the_bot_writes(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    thread = await thread_of(bot, games)
    sent = await thread.send("your turn")
    place = playground.thread(thread.id)
    await thread.edit(archived=True)
    assert place.is_archived
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="still your turn")
    assert refused.value.code == 50083
    await thread.send("wake up")
    assert not place.is_archived
    await sent.edit(content="still your turn")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await sent.delete()
    assert refused.value.code == 50083
    await thread.edit(archived=False)
    assert not place.is_archived
    await sent.delete()
    assert [each.text for each in ada.look(place)] == ["wake up"]
    playground.expect_valid()


async def test_an_inactive_thread_is_archived(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    message = await channel_of(bot, games).send("a match?")
    thread = await message.create_thread(name="ada against bob", auto_archive_duration=60)
    place, guild = playground.thread(thread.id), bot.guilds[0]
    sent = await thread.send("your turn")
    await playground.until(lambda: guild.get_thread(thread.id))
    playground.world.pass_time(50 * 60)
    await sent.edit(content="still your turn")
    assert not place.is_archived
    playground.world.pass_time(10 * 60)
    assert place.is_archived, "an edit is no activity"
    # The library doesn't cache archived threads.
    await playground.until(lambda: not guild.get_thread(thread.id))
    ada.say(place, "here I am")
    assert not place.is_archived
    await playground.until(lambda: guild.get_thread(thread.id))
    playground.world.pass_time(50 * 60)
    ada.say(place, "still here")
    playground.world.pass_time(50 * 60)
    assert not place.is_archived, "a message is activity"
    await thread.edit(auto_archive_duration=1440)
    playground.world.pass_time(23 * 3600)
    assert not place.is_archived
    playground.world.pass_time(3600)
    assert place.is_archived
    await thread.edit(archived=False)
    playground.world.pass_time(23 * 3600)
    assert not place.is_archived, "reopening counts as activity"


async def test_an_answer_in_a_locked_thread_is_refused_with_50083(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    codes = []

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Hops.")
        async def hop(interaction: Click) -> None:
            try:
                await interaction.response.send_message("hop")
            except discord.HTTPException as error:
                codes.append((error.status, error.code))
            await interaction.response.send_message("only you see me hop", ephemeral=True)
            try:
                await interaction.followup.send("hop hop")
            except discord.HTTPException as error:
                codes.append((error.status, error.code))

    bot = await start_bot(setup)
    thread = await thread_of(bot, games)
    place = playground.thread(thread.id)
    playground.world.threads.change(place, ThreadChange(is_locked=True))
    answer = await ada.command("hop", channel=place)
    assert answer.text == "only you see me hop"
    await playground.until(lambda: "app_command_completion" in bot.event_names())
    assert codes == [(400, 50083), (400, 50083)]


async def test_a_click_answered_after_its_thread_was_archived_is_refused_with_50083(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    codes: list[tuple[int, int]] = []

    class Button(discord.ui.View):
        @discord.ui.button(label="Hop")
        async def hop(self, interaction: Click, button: Any) -> None:
            world = playground.world
            world.threads.change(playground.thread(thread.id), ThreadChange(is_archived=True))
            try:
                await interaction.response.edit_message(content="hopped")
            except discord.HTTPException as error:
                codes.append((error.status, error.code))
            await interaction.response.send_message("hop")

    bot = await start_bot()
    thread = await thread_of(bot, games)
    sent = await thread.send("hop?", view=Button())
    assert (await ada.press(Snowflake(sent.id), "Hop")).text == "hop"
    assert codes == [(400, 50083)]
    assert not playground.thread(thread.id).is_archived, "a public answer reopens it"
    assert ada.look(playground.thread(thread.id))[0].text == "hop?"


class Hopping(discord.ui.View):
    @discord.ui.button(label="Hop")
    async def hop(self, interaction: Click, button: Any) -> None:
        await interaction.response.edit_message(content="hopped")


async def test_a_click_in_an_archived_thread_opens_it_and_reaches_the_bot(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    thread = await thread_of(bot, games)
    sent = await thread.send("hop?", view=Hopping())
    place = playground.thread(thread.id)
    playground.world.threads.change(place, ThreadChange(is_archived=True))
    assert (await ada.press(Snowflake(sent.id), "Hop")).text == "hopped"
    assert not place.is_archived
    playground.expect_valid()


async def test_a_click_in_a_locked_archived_thread_does_not_reach_the_bot(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    """Only moderators may open it, and ada is one."""
    bot = await start_bot()
    thread = await thread_of(bot, games)
    sent = await thread.send("hop?", view=Hopping())
    place = playground.thread(thread.id)
    playground.world.threads.change(place, ThreadChange(is_archived=True, is_locked=True))
    assert (await bob.press(Snowflake(sent.id), "Hop")).failed
    assert place.is_archived
    assert not (await ada.press(Snowflake(sent.id), "Hop")).failed


async def test_writing_in_a_thread_joins_it(
    playground: Playground, ada: Person, bob: Person, games: TextChannel
) -> None:
    thread = playground.world.threads.begin(games, ada.user, ThreadTerms("hers"))
    bob.say(thread, "may I?")
    assert set(thread.joined) == {ada.id, bob.id}


async def test_only_moderators_write_in_a_locked_thread(
    playground: Playground, ada: Person, bob: Person, games: TextChannel
) -> None:
    thread = playground.world.threads.begin(games, bob.user, ThreadTerms("his"))
    playground.world.threads.change(thread, ThreadChange(is_locked=True))
    with pytest.raises(CannotDo, match="may not write here"):
        bob.say(thread, "hello?")
    assert ada.say(thread, "the owner may").text == "the owner may"


async def test_a_locked_thread_is_not_reopened_and_refuses_with_50083(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    thread = await thread_of(bot, games)
    place = playground.thread(thread.id)
    playground.world.threads.change(place, ThreadChange(is_archived=True, is_locked=True))
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("wake up")
    assert (refused.value.status, refused.value.code) == (400, 50083)
    with pytest.raises(discord.Forbidden) as forbidden:
        await thread.edit(archived=False)
    assert forbidden.value.code == 50013
    playground.world.overwrite(games, playground.world.bot, allow=Permission.MANAGE_THREADS)
    await thread.send("a moderator may")
    await thread.edit(locked=False)
    assert not place.is_locked


async def test_only_moderators_change_the_threads_of_others(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel, raw: Raw
) -> None:
    await start_bot()
    thread = playground.world.threads.begin(games, ada.user, ThreadTerms("hers"))
    path = f"/channels/{thread.id}"
    assert (await raw("PATCH", path, {"name": "ours"}))[1]["code"] == 50013
    assert (await raw("PATCH", path, {"locked": True}))[1]["code"] == 50013
    assert (await raw("DELETE", path))[1]["code"] == 50013
    playground.world.threads.change(thread, ThreadChange(is_archived=True))
    assert (await raw("PATCH", path, {"name": "ours"}))[1]["code"] == 50083
    assert (await raw("PUT", path + "/thread-members/@me"))[1]["code"] == 50083
    assert (await raw("PATCH", path, {"archived": False}))[0] == 200
    playground.world.overwrite(games, playground.world.bot, allow=Permission.MANAGE_THREADS)
    changes = {"name": "ours", "locked": True, "rate_limit_per_user": 5}
    status, body = await raw("PATCH", path, changes)
    assert (status, body["name"], body["thread_metadata"]["locked"]) == (200, "ours", True)
    assert (await raw("DELETE", path))[0] == 200
    assert (await raw("GET", path))[1]["code"] == 10003


async def test_the_bot_joins_and_leaves_a_thread(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    place = playground.world.threads.begin(games, ada.user, ThreadTerms("hers"))
    await playground.until(lambda: "thread_create" in bot.event_names())
    thread = bot.get_guild(playground.server().id).get_thread(place.id)  # type: ignore[union-attr]
    assert thread is not None
    await thread.join()
    assert {member.id for member in await thread.fetch_members()} == {ada.id, bot.user.id}  # type: ignore[union-attr]
    await thread.add_user(discord.Object(bob.id))
    await playground.until(lambda: "thread_join" in bot.event_names())
    with pytest.raises(discord.Forbidden):
        await thread.remove_user(discord.Object(bob.id))
    await thread.leave()
    assert set(place.joined) == {ada.id, bob.id}
    playground.expect_valid()


async def test_a_mention_adds_people_to_the_thread(
    playground: Playground, start_bot: StartBot, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    thread = await thread_of(bot, games)
    await thread.send(f"{bob.mention}, your turn")
    assert bob.id in playground.thread(thread.id).joined
    assert len(bob.notifications) == 1


async def test_settings_of_a_thread_are_checked(raw: Raw, games: TextChannel) -> None:
    path = f"/channels/{games.id}/threads"
    for body in (
        {"name": "", "type": 11},
        {"name": "x" * 101, "type": 11},
        {"name": "x", "type": 11, "auto_archive_duration": 7},
        {"name": "x", "type": 11, "rate_limit_per_user": 30_000},
    ):
        status, answer = await raw("POST", path, body)
        assert (status, answer["code"]) == (400, 50035)
    assert len(raw.playground.violations) == 4
    status, thread = await raw("POST", path, {"name": "x", "type": 11})
    assert status == 201
    nested = await raw("POST", f"/channels/{thread['id']}/threads", {"name": "y", "type": 11})
    assert nested[1]["code"] == 50024
    assert (await raw("GET", f"/channels/{games.id}/thread-members"))[1]["code"] == 50024


async def test_the_members_of_a_thread_are_added_by_id(
    playground: Playground, raw: Raw, ada: Person, bob: Person, games: TextChannel
) -> None:
    thread = playground.world.threads.begin(games, playground.world.bot, ThreadTerms("ours"))
    path = f"/channels/{thread.id}/thread-members"
    assert (await raw("PUT", f"{path}/1"))[1]["code"] == 10007
    playground.world.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    assert (await raw("PUT", f"{path}/{bob.id}"))[1]["code"] == 50001
    assert (await raw("PUT", f"{path}/{ada.id}"))[0] == 204
    playground.world.overwrite(games, playground.world.bot, allow=Permission.MANAGE_THREADS)
    assert (await raw("DELETE", f"{path}/1"))[1]["code"] == 10013
    assert (await raw("DELETE", f"{path}/{ada.id}"))[0] == 204
    assert set(thread.joined) == {playground.world.bot.id}
