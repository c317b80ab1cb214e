from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any

import discord
import pytest

from playground import Limits, Person, Playground, TextChannel
from playground.people import NothingShown
from tests.playground.tiny import Click, Raw, StartBot, TinyBot, point_discord_at, running


async def test_an_ephemeral_answer_is_seen_by_only_one_person(
    playground: Playground,
    start_bot: StartBot,
    raw: Raw,
    ada: Person,
    bob: Person,
    games: TextChannel,
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Whispers.")
        async def whisper(interaction: Click) -> None:
            await interaction.response.send_message("psst", ephemeral=True)

    await start_bot(setup)
    answer = await ada.command("whisper", channel=games)
    assert answer.shown.ephemeral
    assert [message.text for message in ada.look(games)] == ["psst"]
    assert bob.look(games) == []
    assert bob.see(answer.shown) is None
    status, body = await raw("GET", f"/channels/{games.id}/messages/{answer.shown.id}")
    assert (status, body["code"]) == (404, 10008)
    assert await raw("GET", f"/channels/{games.id}/messages") == (200, [])


async def test_a_deferred_answer_is_shown_as_thinking_and_then_with_its_text(
    start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    go = asyncio.Event()

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Ponders.")
        async def ponder(interaction: Click) -> None:
            await interaction.response.defer(thinking=True)
            await go.wait()
            await interaction.edit_original_response(content="42")
            await interaction.followup.send("and more")

    await start_bot(setup)
    answer = await ada.command("ponder", channel=games)
    assert answer.deferred
    assert answer.shown.thinking
    assert bob.look(games)[0].thinking
    go.set()
    final = await answer.final()
    assert (final.text, final.thinking, final.edited) == ("42", False, False)
    assert (await answer.follow_up()).text == "and more"
    assert [message.text for message in bob.look(games)] == ["42", "and more"]


async def test_the_first_follow_up_replaces_the_thinking_state(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Ponders.")
        async def ponder(interaction: Click) -> None:
            await interaction.response.defer(thinking=True, ephemeral=True)
            await interaction.followup.send("first")
            await interaction.followup.send("second", ephemeral=True)

    await start_bot(setup)
    answer = await ada.command("ponder", channel=games)
    final = await answer.final()
    assert (final.text, final.ephemeral) == ("first", True)
    assert (await answer.follow_up()).text == "second"
    assert len(ada.look(games)) == 2
    playground.expect_valid()


async def test_the_original_answer_is_read_edited_and_deleted(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Changes its mind.")
        async def waver(interaction: Click) -> None:
            await interaction.response.send_message("one")
            original = await interaction.original_response()
            assert original.content == "one"
            await original.edit(content="two")
            extra = await interaction.followup.send("three", wait=True)
            await extra.edit(content="four")
            await extra.delete()
            await interaction.delete_original_response()

    bot = await start_bot(setup)
    answer = await ada.command("waver", channel=games)
    assert answer.text == "one"
    await playground.until(lambda: not ada.look(games))
    assert bot.errors == []
    assert ada.see(answer.shown) is None
    with pytest.raises(NothingShown):
        await answer.final()


async def test_a_second_answer_is_refused_with_40060(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    codes = []

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Answers twice.")
        async def twice(interaction: Click) -> None:
            await interaction.response.send_message("one")
            again = discord.InteractionResponse(interaction)
            try:
                await again.send_message("two")
            except discord.HTTPException as error:
                codes.append((error.status, error.code))

    bot = await start_bot(setup)
    await ada.command("twice", channel=games)
    await playground.until(lambda: "app_command_completion" in bot.event_names())
    assert codes == [(400, 40060)]
    assert len(ada.look(games)) == 1


async def test_a_late_answer_is_refused_with_10062(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(answer_within=0.05)
    codes = []
    go = asyncio.Event()

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Dawdles.")
        async def dawdle(interaction: Click) -> None:
            await go.wait()
            try:
                await interaction.response.send_message("late")
            except discord.NotFound as error:
                codes.append(error.code)

    async with Playground(limits=limits) as playground, AsyncExitStack() as stack:
        point_discord_at(playground, monkeypatch)
        bot = await stack.enter_async_context(running(playground, setup))
        ada = playground.person("ada")
        answer = await ada.command("dawdle", channel=playground.channel("games"))
        assert answer.failed
        go.set()
        await playground.until(lambda: "app_command_completion" in bot.event_names())
        assert codes == [10062]
        assert ada.look(playground.channel("games")) == []


async def test_an_unknown_interaction_is_refused_with_10062(raw: Raw) -> None:
    status, body = await raw("POST", "/interactions/1/nobody/callback", {"type": 5})
    assert (status, body) == (404, {"message": "Unknown interaction", "code": 10062})


async def test_an_expired_token_is_refused_with_50027_and_10062(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    codes: list[tuple[int, int]] = []

    def setup(bot: TinyBot) -> None:
        async def expect_refusal(action: Coroutine[Any, Any, Any]) -> None:
            try:
                await action
            except discord.HTTPException as error:
                codes.append((error.status, error.code))

        @bot.tree.command(description="Says more.")
        async def more(interaction: Click) -> None:
            await interaction.response.send_message("one")
            playground.interactions.limits = Limits(token_lives=0.0)
            await expect_refusal(interaction.followup.send("two"))
            await expect_refusal(interaction.edit_original_response(content="one and a half"))
            await expect_refusal(discord.InteractionResponse(interaction).send_message("three"))

    bot = await start_bot(setup)
    answer = await ada.command("more", channel=games)
    assert answer.text == "one"
    await playground.until(lambda: "app_command_completion" in bot.event_names())
    assert codes == [(401, 50027), (401, 50027), (404, 10062)]
    assert [each.text for each in ada.look(games)] == ["one"]


async def test_a_follow_up_before_the_answer_is_refused_with_10015(
    start_bot: StartBot, playground: Playground, ada: Person, games: TextChannel, raw: Raw
) -> None:
    codes = []

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Is hasty.")
        async def hasty(interaction: Click) -> None:
            try:
                await interaction.followup.send("too early")
            except discord.NotFound as error:
                codes.append(error.code)
            await interaction.response.send_message("now")

    await start_bot(setup)
    assert (await ada.command("hasty", channel=games)).text == "now"
    assert codes == [10015]
    path = f"/webhooks/{playground.application_id}/nobody"
    assert (await raw("POST", path, {"content": "hi"}))[1]["code"] == 10015


async def test_an_answer_in_a_channel_that_is_gone_is_refused_with_10003(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    codes = []

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Is too late.")
        async def gone(interaction: Click) -> None:
            playground.world.delete_channel(games)
            try:
                await interaction.response.send_message("hello?")
            except discord.NotFound as error:
                codes.append(error.code)

    await start_bot(setup)
    playground.interactions.limits = Limits(answer_within=0.2)
    assert (await ada.command("gone", channel=games)).failed
    assert codes == [10003]


async def test_without_a_bot_an_interaction_fails_at_once(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Hops.")
        async def hop(interaction: Click) -> None:
            await interaction.response.send_message("hop")

    bot = await start_bot(setup)
    await bot.close()
    await playground.until(lambda: not playground.is_connected)
    answer = await ada.command("hop", channel=games)
    assert answer.failed
    with pytest.raises(NothingShown):
        _ = answer.text
    with pytest.raises(NothingShown):
        _ = answer.form
    with pytest.raises(NothingShown):
        await answer.final()
    assert answer.follow_ups == ()


async def test_the_answer_of_a_failing_command_never_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Breaks.")
        async def broken(interaction: Click) -> None:
            raise RuntimeError("broken")

    async with (
        Playground(limits=Limits(answer_within=0.1)) as playground,
        AsyncExitStack() as stack,
    ):
        point_discord_at(playground, monkeypatch)
        bot = await stack.enter_async_context(running(playground, setup))
        ada = playground.person("ada")
        answer = await ada.command("broken", channel=playground.channel("games"))
        assert answer.failed
        assert [str(error) for error in bot.errors] == ["broken"]


async def test_the_wrong_kind_of_answer_is_refused(
    playground: Playground, start_bot: StartBot, raw: Raw, ada: Person, games: TextChannel
) -> None:
    tokens: asyncio.Queue[tuple[int, str]] = asyncio.Queue()

    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Waits for the test to answer.")
        async def wait(interaction: Click) -> None:
            tokens.put_nowait((interaction.id, interaction.token))

    await start_bot(setup)
    pending = asyncio.create_task(ada.command("wait", channel=games))
    id_, token = await tokens.get()
    path = f"/interactions/{id_}/{token}/callback"
    status, body = await raw("POST", path, {"type": 7, "data": {"content": "x"}})
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["type"]["_errors"][0]["code"] == "UNION_TYPE_CHOICES"
    status, _ = await raw("POST", path, {"type": 4, "data": {"content": "fine"}})
    assert status == 204
    assert (await pending).text == "fine"
    [violation] = playground.violations
    assert "must be one of (4, 5, 9)" in str(violation)
