from __future__ import annotations

import io
from typing import Any

import aiohttp
import discord
import pytest

from playground import InvalidRequests, Permission, Person, Playground, Reason, TextChannel
from playground.api import files
from playground.world.messages import MessageKind
from tests.kit.messages import channel_of, layout, png
from tests.playground.tiny import PNG, Raw, StartBot


async def test_a_message_is_sent_read_edited_and_deleted(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    channel = channel_of(bot, games)
    sent = await channel.send("hello")
    assert ada.look(games)[0].text == "hello"
    assert (await channel.fetch_message(sent.id)).content == "hello"
    edited = await sent.edit(content="bye")
    assert edited.edited_at is not None
    [seen] = ada.look(games)
    assert (seen.text, seen.edited) == ("bye", True)
    await sent.delete()
    assert ada.look(games) == []
    with pytest.raises(discord.NotFound) as refused:
        await channel.fetch_message(sent.id)
    assert refused.value.code == 10008
    with pytest.raises(discord.NotFound) as refused:
        await sent.edit(content="again")
    assert refused.value.code == 10008
    playground.expect_valid()


async def test_files_are_stored_and_served(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = await channel_of(bot, games).send("look", file=png())
    [attachment] = sent.attachments
    assert await attachment.read() == PNG
    assert (attachment.width, attachment.height) == (2, 3)
    assert attachment.content_type == "image/png"
    [picture] = ada.look(games)[0].pictures
    assert picture.alt == "shows bed.png"
    assert await picture.read() == PNG
    kept = await sent.edit(attachments=[attachment, png("more.png")])
    assert [each.filename for each in kept.attachments] == ["bed.png", "more.png"]
    bare = await kept.edit(attachments=[])
    assert bare.attachments == []
    assert await picture.read() == PNG
    playground.expect_valid()


async def test_a_v2_message_shows_its_pictures_only_in_the_layout(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    view = layout("one", picture="attachment://bed.png")
    sent = await channel_of(bot, games).send(view=view, file=png())
    assert sent.attachments == []
    [first] = ada.look(games)[0].pictures
    assert (first.alt, first.width, await first.read()) == ("the bed", 2, PNG)
    other = PNG + b"more"
    view = layout("two", picture="attachment://bed.png")
    await sent.edit(view=view, attachments=[png(content=other)])
    [second] = ada.look(games)[0].pictures
    assert second.url != first.url
    assert (await first.read(), await second.read()) == (PNG, other)
    await sent.edit(view=layout("three", picture="attachment://bed.png"))
    [third] = ada.look(games)[0].pictures
    assert third.url == second.url
    playground.expect_valid()


async def test_a_file_is_kept_as_long_as_its_message(
    playground: Playground,
    start_bot: StartBot,
    ada: Person,
    games: TextChannel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "RECENT_BYTES", 100)
    bot = await start_bot()
    sent = await channel_of(bot, games).send("look", file=png(content=b"1" * 80))
    [first] = ada.look(games)[0].pictures
    await channel_of(bot, games).send("more", file=png(content=b"2" * 80))
    assert await first.read() == b"1" * 80, "a file on a message is always there"
    await sent.delete()
    with pytest.raises(aiohttp.ClientResponseError, match="404"):
        await first.read()


async def test_the_size_of_a_gif_is_known(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    gif = b"GIF89a\x05\x00\x07\x00\x00\x00\x00;"
    await channel_of(bot, games).send("look", file=png("match.gif", gif))
    [picture] = ada.look(games)[0].pictures
    assert (picture.content_type, picture.width, picture.height) == ("image/gif", 5, 7)


async def test_a_missing_file_is_not_found(playground: Playground, raw: Raw) -> None:
    for path in ("/attachments/1/2/bed.png", "/attachments/x/y/bed.png"):
        async with raw.session.get(playground.cdn + path) as response:
            assert response.status == 404


async def test_a_file_over_10_mib_is_refused_with_40005(raw: Raw, games: TextChannel) -> None:
    path = f"/channels/{games.id}/messages"
    status, body = await raw("POST", path, {}, files={"big.bin": b"x" * (10 * 1024 * 1024 + 1)})
    assert (status, body["code"]) == (413, 40005)


async def test_messages_with_the_same_nonce_are_posted_once(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    channel = channel_of(bot, games)
    first = await channel.send("your turn", nonce="7")
    again = await channel.send("your turn", nonce="7")
    other = await channel.send("your turn", nonce="8")
    assert first.id == again.id != other.id
    assert len(ada.look(games)) == 2
    await first.delete()
    assert (await channel.send("your turn", nonce="7")).id != first.id
    await channel_of(bot, playground.channel("general")).send("your turn", nonce="8")
    assert len(ada.look(playground.channel("general"))) == 1


def mentioning(person: Person) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=[discord.Object(person.id)])


async def test_a_nonce_that_suppresses_a_mention_is_a_fault_of_the_bot(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    """Discord returns the first message without an error, so the fault would go unnoticed."""
    channel = channel_of(await start_bot(), games)
    text = f"<@{ada.id}> and <@{bob.id}>"
    for _ in range(2):
        await channel.send(text, nonce="7", allowed_mentions=mentioning(ada))
    playground.expect_valid()
    await channel.send(text, nonce="7", allowed_mentions=discord.AllowedMentions.none())
    playground.expect_valid()
    await channel.send(text, nonce="7", allowed_mentions=mentioning(bob))
    with pytest.raises(InvalidRequests, match="so this notifies nobody"):
        playground.expect_valid()
    assert len(ada.notifications) == 1
    assert not bob.notifications


async def test_a_reply_refers_to_its_message_and_pings(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel, raw: Raw
) -> None:
    bot = await start_bot()
    sent = ada.say(games, "who plays?")
    channel = channel_of(bot, games)
    message = await channel.fetch_message(sent.id)
    reply = await message.reply("I do")
    assert reply.reference is not None
    assert isinstance(reply.reference.resolved, discord.Message)
    seen = ada.look(games)[-1]
    assert (seen.replies_to, seen.kind) == (sent.id, MessageKind.REPLY)
    assert [note.reason for note in ada.notifications] == [Reason.REPLY]
    await message.reply("quietly", mention_author=False)
    assert len(ada.notifications) == 1
    path = f"/channels/{games.id}/messages"
    gone: Any = {"content": "x", "message_reference": {"message_id": "1"}}
    status, body = await raw("POST", path, gone)
    assert (status, "message_reference" in body["errors"]) == (400, True)
    gone["message_reference"]["fail_if_not_exists"] = False
    assert (await raw("POST", path, gone))[0] == 200
    gone["message_reference"] = {"message_id": "x"}
    assert (await raw("POST", path, gone))[0] == 400


async def test_the_history_is_paged(
    start_bot: StartBot, ada: Person, games: TextChannel, raw: Raw
) -> None:
    bot = await start_bot(intents=discord.Intents(guilds=True))
    ids = [ada.say(games, str(number)).id for number in range(7)]
    channel = channel_of(bot, games)
    assert [each.id async for each in channel.history(limit=3)] == ids[:3:-1]
    newer = channel.history(after=discord.Object(ids[3]))
    assert [each.id async for each in newer] == ids[4:]
    older = channel.history(before=discord.Object(ids[2]))
    assert [each.id async for each in older] == ids[1::-1]
    middle = channel.history(around=discord.Object(ids[3]), limit=3)
    assert sorted([each.id async for each in middle]) == ids[2:5]
    status, body = await raw("GET", f"/channels/{games.id}/messages?limit=101")
    assert (status, body["code"]) == (400, 50035)


async def test_the_messages_of_others_are_read_without_their_content(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = ada.say(games, "secret")
    assert (await channel_of(bot, games).fetch_message(sent.id)).content == ""
    sent = ada.say(games, f"{bot.user.mention} hello")  # type: ignore[union-attr]
    assert "hello" in (await channel_of(bot, games).fetch_message(sent.id)).content


async def test_an_empty_message_is_refused_with_50006(raw: Raw, games: TextChannel) -> None:
    path = f"/channels/{games.id}/messages"
    status, body = await raw("POST", path, {"content": ""})
    assert (status, body["code"]) == (400, 50006)
    _, sent = await raw("POST", path, {"content": "x"})
    status, body = await raw("PATCH", f"{path}/{sent['id']}", {"content": ""})
    assert (status, body["code"]) == (400, 50006)
    assert raw.playground.violations == ()


async def test_the_bot_cannot_change_messages_of_others(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = ada.say(games, "mine")
    message = channel_of(bot, games).get_partial_message(sent.id)
    with pytest.raises(discord.Forbidden) as refused:
        await message.edit(content="yours")
    assert refused.value.code == 50005
    with pytest.raises(discord.Forbidden) as refused:
        await message.delete()
    assert refused.value.code == 50013
    playground.world.overwrite(games, playground.world.bot, allow=Permission.MANAGE_MESSAGES)
    await message.delete()
    assert ada.look(games) == []


async def test_direct_messages_reach_one_person(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, raw: Raw
) -> None:
    bot = await start_bot()
    user = await bot.fetch_user(ada.id)
    await user.send("your turn")
    assert [message.text for message in ada.direct_messages()] == ["your turn"]
    assert bob.direct_messages() == []
    assert bob.look(playground.world.direct_channel(ada.user)) == []
    assert [note.reason for note in ada.notifications] == [Reason.DIRECT]
    sent = ada.say(playground.world.direct_channel(ada.user), "thanks")
    status, body = await raw("DELETE", f"/channels/{sent.channel_id}/messages/{sent.id}")
    assert (status, body["code"]) == (403, 50003)
    playground.expect_valid()


async def test_closed_direct_messages_are_refused_with_50007(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, raw: Raw
) -> None:
    bot = await start_bot()
    sent = await (await bot.fetch_user(ada.id)).send("hello")
    ada.close_direct_messages()
    with pytest.raises(discord.Forbidden) as refused:
        await (await bot.fetch_user(ada.id)).send("hello?")
    assert refused.value.code == 50007
    with pytest.raises(discord.Forbidden) as refused:
        await sent.edit(content="hello?")
    assert refused.value.code == 50007
    ada.open_direct_messages()
    await (await bot.fetch_user(ada.id)).send("psst")
    assert [each.text for each in ada.direct_messages()] == ["hello", "psst"]
    bob.leave(playground.server())
    with pytest.raises(discord.Forbidden) as refused:
        await (await bot.fetch_user(bob.id)).send("hello?")
    assert refused.value.code == 50278
    body = {"recipient_id": str(playground.application_id)}
    assert (await raw("POST", "/users/@me/channels", body))[1]["code"] == 50007
    assert (await raw("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 10013
    with pytest.raises(discord.NotFound) as gone:
        await bot.fetch_user(1)
    assert gone.value.code == 10013


async def test_typing_is_accepted(start_bot: StartBot, games: TextChannel) -> None:
    bot = await start_bot()
    async with channel_of(bot, games).typing():
        pass


async def test_a_legacy_message_gets_a_layout_once_it_is_cleared(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = await channel_of(bot, games).send("old")
    await sent.edit(content=None, view=layout("new"))
    assert ada.look(games)[0].text == "new"
    playground.expect_valid()
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="old again")
    assert refused.value.code == 50035
    assert len(playground.violations) == 1


async def test_malformed_bodies_and_ids_are_refused(raw: Raw, games: TextChannel) -> None:
    path = f"/channels/{games.id}/messages"
    url = raw.playground.api + path
    headers = {"Authorization": f"Bot {raw.playground.token}", "Content-Type": "application/json"}
    async with raw.session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    status, body = await raw("POST", path)
    assert (status, body["code"]) in ((400, 50109), (400, 50035))
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("file", io.BytesIO(PNG), filename="bed.png")
    headers = {"Authorization": f"Bot {raw.playground.token}"}
    async with raw.session.post(url, data=form, headers=headers) as response:
        assert (await response.json())["errors"]["file"]["_errors"]
    status, body = await raw("GET", "/channels/general/messages")
    assert body["errors"]["channel_id"]["_errors"][0]["code"] == "NUMBER_TYPE_COERCE"


async def test_answers_are_json_without_a_charset(raw: Raw) -> None:
    async with raw.session.get(raw.playground.api + "/gateway") as response:
        assert response.headers["Content-Type"] == "application/json"
        assert (await response.json())["url"] == raw.playground.gateway


async def test_json_that_is_too_deep_and_ids_that_are_too_long_are_refused(
    raw: Raw,
) -> None:
    games = raw.playground.channel("games")
    url = f"{raw.playground.api}/channels/{games.id}/messages"
    headers = {"Authorization": f"Bot {raw.playground.token}", "Content-Type": "application/json"}
    async with raw.session.post(url, data="[" * 200_000, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    status, body = await raw("GET", f"/channels/{'9' * 5000}/messages")
    assert status == 400
    assert body["errors"]["channel_id"]["_errors"][0]["code"] == "NUMBER_TYPE_COERCE"


async def test_an_unknown_route_is_a_violation(raw: Raw) -> None:
    assert await raw("GET", "/moon") == (404, {"message": "404: Not Found", "code": 0})
    assert [str(each) for each in raw.playground.violations] == [
        "GET /moon: body: The playground has no such route"
    ]
