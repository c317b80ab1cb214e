from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from playground import Person, Playground, Problem, TextChannel
from tests.kit.messages import channel_of
from tests.playground.tiny import Click, Raw, StartBot, TinyBot

MESSAGES = "/channels/{channel_id}/messages"


async def test_a_rate_limit_is_waited_out(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    plan = playground.faults.rate_limit("POST", MESSAGES, retry_after=0.01, times=2)
    await channel_of(bot, games).send("hello")
    assert plan.hits == 2
    assert playground.faults.pending == ()
    assert [each.text for each in ada.look(games)] == ["hello"]


async def test_a_rate_limit_looks_like_discords(
    playground: Playground, raw: Raw, games: TextChannel
) -> None:
    playground.faults.rate_limit("post", MESSAGES, retry_after=1.5)
    url = f"{playground.api}/channels/{games.id}/messages"
    async with raw.session.post(url, json={"content": "x"}) as response:
        assert response.status == 429
        assert response.headers["Retry-After"] == "2"
        assert response.headers["Via"]
        assert await response.json() == {
            "message": "You are being rate limited.",
            "retry_after": 1.5,
            "global": False,
        }


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_server_errors_are_answered(
    playground: Playground, raw: Raw, games: TextChannel, status: int
) -> None:
    playground.faults.break_down("*", MESSAGES, status=status)
    path = f"/channels/{games.id}/messages"
    assert (await raw("POST", path, {"content": "x"}))[0] == status
    assert (await raw("POST", path, {"content": "x"}))[0] == 200


async def test_a_503_reaches_the_bot_as_a_server_error(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.faults.break_down("POST", MESSAGES, status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel_of(bot, games).send("hello")


async def test_an_error_code_of_discord_is_answered_on_request(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = await channel_of(bot, games).send("hello")
    playground.faults.refuse("PATCH", MESSAGES + "/{message_id}", Problem.UNKNOWN_MESSAGE)
    with pytest.raises(discord.NotFound) as refused:
        await sent.edit(content="bye")
    assert refused.value.code == 10008


async def test_edits_of_old_messages_are_limited_on_request(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    sent = await channel_of(bot, games).send("hello")
    route = MESSAGES + "/{message_id}"
    plan = playground.faults.refuse("PATCH", route, Problem.TOO_MANY_OLD_EDITS, times=2)
    await sent.edit(content="bye")
    assert plan.hits == 2
    assert ada.look(games)[0].text == "bye"


async def test_a_slow_answer_comes_late(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.faults.delay("POST", MESSAGES, 0.05)
    started = asyncio.get_running_loop().time()
    await channel_of(bot, games).send("hello")
    assert asyncio.get_running_loop().time() - started >= 0.05
    assert len(ada.look(games)) == 1


@pytest.mark.long
async def test_a_request_with_a_late_answer_takes_effect_at_once(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.faults.answer_late("POST", MESSAGES, 600.0)
    sending = asyncio.create_task(channel_of(bot, games).send("hello"))
    await playground.until(lambda: ada.look(games))
    assert not sending.done()
    sending.cancel()


async def test_a_request_on_a_dropped_connection_has_no_effect(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.faults.drop_before("POST", MESSAGES)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel_of(bot, games).send("hello")
    assert ada.look(games) == []


async def test_a_request_whose_answer_is_lost_takes_effect(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    playground.faults.drop_after("POST", MESSAGES)
    channel = channel_of(bot, games)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("your turn", nonce="7")
    assert [each.text for each in ada.look(games)] == ["your turn"]
    await channel.send("your turn", nonce="7")
    assert len(ada.look(games)) == 1


async def test_a_request_can_take_effect_even_if_the_answer_is_an_error(
    playground: Playground, raw: Raw, ada: Person, games: TextChannel
) -> None:
    playground.faults.break_down_after("POST", MESSAGES)
    status, _ = await raw("POST", f"/channels/{games.id}/messages", {"content": "your turn"})
    assert status == 503
    assert [each.text for each in ada.look(games)] == ["your turn"]


async def test_the_answer_to_an_interaction_can_be_lost(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Hops.")
        async def hop(interaction: Click) -> None:
            await interaction.response.send_message("hop")

    bot = await start_bot(setup)
    route = "/interactions/{interaction_id}/{interaction_token}/callback"
    playground.faults.drop_after("POST", route)
    assert (await ada.command("hop", channel=games)).text == "hop"
    await playground.until(lambda: bot.errors)
    assert isinstance(bot.errors[0], (aiohttp.ClientError, OSError))


async def test_planned_faults_can_be_cancelled(
    playground: Playground, raw: Raw, games: TextChannel
) -> None:
    playground.faults.break_down("*", "*", times=100)
    assert (await raw("GET", "/gateway"))[0] == 500
    playground.faults.clear()
    assert (await raw("GET", "/gateway"))[0] == 200
