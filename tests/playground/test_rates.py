"""Rate limits: their headers, and how the real library reacts to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from playground import Person, Playground, Rate, Rates, TextChannel, Thread
from tests.kit.gateway import wait_for_close
from tests.kit.messages import channel_of
from tests.playground.tiny import OPENAPI, Click, Raw, TinyBot, point_discord_at, running

LONG = Rate(2, 600.0)
SHORT = Rate(2, 0.2)


@pytest.fixture
async def limited(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A playground with low limits, whose windows do not close during a test."""
    rates = Rates(messages=LONG, edits=LONG, further_answers=LONG, everything=Rate(1000, 600.0))
    async with Playground(description=OPENAPI, rates=rates) as playground:
        point_discord_at(playground, monkeypatch)
        yield playground
        playground.expect_valid()


@pytest.fixture
async def send(limited: Playground) -> AsyncIterator[HeaderClient]:
    async with aiohttp.ClientSession() as session:
        yield HeaderClient(limited, session)


class HeaderClient:
    """Sends bare requests, and returns the headers of their answers."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session

    async def __call__(
        self, method: str, path: str, body: Any = None
    ) -> tuple[int, dict[str, str], Any]:
        url, token = self.playground.api + path, f"Bot {self.playground.token}"
        async with self.session.request(
            method, url, json=body, headers={"Authorization": token}
        ) as answer:
            text = await answer.text()
            content = json.loads(text) if text else None
            return answer.status, dict(answer.headers), content


async def test_the_headers_count_down_by_channel(limited: Playground, send: HeaderClient) -> None:
    games, general = limited.channel("games"), limited.channel("general")
    path, body = f"/channels/{games.id}/messages", {"content": "x"}
    for left in ("1", "0"):
        status, headers, _ = await send("POST", path, body)
        assert (status, headers["X-RateLimit-Limit"]) == (200, "2")
        assert headers["X-RateLimit-Remaining"] == left
        assert 0 < float(headers["X-RateLimit-Reset-After"]) <= 600
        assert float(headers["X-RateLimit-Reset"]) > 1_700_000_000
    status, headers, error = await send("POST", path, body)
    assert status == 429
    assert (headers["X-RateLimit-Scope"], headers["X-RateLimit-Remaining"]) == ("user", "0")
    assert 0 < error["retry_after"] <= 600
    assert int(headers["Retry-After"]) >= error["retry_after"]
    assert (error["global"], headers["Via"]) == (False, "1.1 playground")
    other = f"/channels/{general.id}/messages"
    assert (await send("POST", other, body))[0] == 200
    assert len(limited.person("ada").look(games)) == 2


async def test_sending_and_editing_have_separate_counters_with_one_name(
    limited: Playground, send: HeaderClient
) -> None:
    path, body = f"/channels/{limited.channel('games').id}/messages", {"content": "x"}
    _, sent, message = await send("POST", path, body)
    _, edited, _ = await send("PATCH", f"{path}/{message['id']}", body)
    assert sent["X-RateLimit-Bucket"] == edited["X-RateLimit-Bucket"]
    assert edited["X-RateLimit-Remaining"] == "1"


async def test_threads_of_a_channel_are_counted_in_one_window_of_five_minutes(
    limited: Playground, send: HeaderClient
) -> None:
    limited.limit_rates(Rates(messages=Rate(10, 600.0)))
    games, general = limited.channel("games"), limited.channel("general")
    left = []
    for channel in (games, games, general):
        path = f"/channels/{channel.id}"
        _, _, message = await send("POST", f"{path}/messages", {"content": "x"})
        _, headers, _ = await send(
            "POST", f"{path}/messages/{message['id']}/threads", {"name": "x"}
        )
        assert headers["X-RateLimit-Limit"] == "50"
        assert 200 < float(headers["X-RateLimit-Reset-After"]) <= 300
        left.append(headers["X-RateLimit-Remaining"])
    assert left == ["49", "48", "49"]
    _, headers, _ = await send("POST", f"/channels/{games.id}/threads", {"name": "x", "type": 11})
    assert headers["X-RateLimit-Remaining"] == "47"


async def test_creating_too_many_threads_in_a_channel_is_limited(
    limited: Playground, send: HeaderClient
) -> None:
    limited.limit_rates(Rates(threads=LONG))
    path = f"/channels/{limited.channel('games').id}/threads"
    for _ in range(2):
        assert (await send("POST", path, {"name": "x", "type": 11}))[0] == 201
    status, headers, error = await send("POST", path, {"name": "x", "type": 11})
    assert (status, headers["X-RateLimit-Scope"], headers["Via"]) == (429, "user", "1.1 playground")
    assert 30 < error["retry_after"] <= 600
    assert sum(isinstance(place, Thread) for place in limited.world.places.values()) == 2


async def test_reads_have_no_separate_limit(limited: Playground, send: HeaderClient) -> None:
    path = f"/channels/{limited.channel('games').id}/messages"
    _, headers, _ = await send("GET", path)
    assert not [name for name in headers if name.startswith("X-RateLimit")]


async def test_a_refused_request_counts_too(limited: Playground, send: HeaderClient) -> None:
    status, headers, _ = await send("POST", "/channels/1/messages", {"content": "x"})
    assert (status, headers["X-RateLimit-Remaining"]) == (404, "1")


async def test_all_requests_together_have_a_limit(limited: Playground, send: HeaderClient) -> None:
    limited.limit_rates(Rates(everything=Rate(3, 600.0)))
    for _ in range(3):
        assert (await send("GET", "/users/@me"))[0] == 200
    status, headers, error = await send("GET", "/users/@me")
    assert (status, error["global"]) == (429, True)
    assert headers["X-RateLimit-Scope"] == "global"
    assert headers["X-RateLimit-Global"] == "true"
    # The answer to an interaction has no token, and is not counted.
    status, _, error = await send("POST", "/interactions/1/nobody/callback", {"type": 5})
    assert (status, error["code"]) == (404, 10062)
    limited.limit_rates(None)
    assert (await send("GET", "/users/@me"))[0] == 200


async def test_edits_of_old_messages_are_limited(limited: Playground, send: HeaderClient) -> None:
    limited.limit_rates(Rates(edits=Rate(10, 600.0), old_edits=LONG))
    path, body = f"/channels/{limited.channel('games').id}/messages", {"content": "x"}
    _, _, message = await send("POST", path, body)
    limited.world.pass_time(3599)
    for _ in range(3):
        assert (await send("PATCH", f"{path}/{message['id']}", body))[0] == 200
    limited.world.pass_time(2)
    for _ in range(2):
        assert (await send("PATCH", f"{path}/{message['id']}", body))[0] == 200
    status, headers, error = await send("PATCH", f"{path}/{message['id']}", body)
    assert (status, error["code"], error["global"]) == (429, 30046, False)
    # The route's bucket is far from empty, and only the body says how long to wait.
    assert headers["X-RateLimit-Remaining"] == "4"
    assert 0 < error["retry_after"] <= 600


@asynccontextmanager
async def run_playground(rates: Rates, patch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground(description=OPENAPI, rates=rates) as playground:
        point_discord_at(playground, patch)
        yield playground
        playground.expect_valid()


@pytest.mark.long
async def test_the_library_copes_with_the_limits_of_a_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with run_playground(Rates(messages=SHORT, edits=SHORT), monkeypatch) as playground:
        games = playground.channel("games")
        async with running(playground) as bot:
            channel = channel_of(bot, games)
            for number in range(5):
                await channel.send(str(number))
            sent = await channel.send("5")
            for number in range(5):
                await sent.edit(content=f"5 and {number}")
            texts = [each.text for each in playground.person("ada").look(games)]
            assert texts == ["0", "1", "2", "3", "4", "5 and 4"]


async def test_the_library_waits_out_the_limit_of_all_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rates = Rates(messages=Rate(100, 1.0), everything=Rate(5, 0.3))
    async with run_playground(rates, monkeypatch) as playground:
        games = playground.channel("games")
        async with running(playground) as bot:
            channel = channel_of(bot, games)
            await asyncio.gather(*(channel.send(str(number)) for number in range(8)))
            assert len(playground.person("ada").look(games)) == 8


async def test_the_library_waits_out_30046(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = Rates(messages=Rate(100, 1.0), edits=Rate(100, 1.0), old_edits=Rate(1, 0.2))
    async with run_playground(rates, monkeypatch) as playground, running(playground) as bot:
        sent = await channel_of(bot, playground.channel("games")).send("0")
        playground.world.pass_time(7200)
        for number in range(3):
            await sent.edit(content=str(number + 1))
        [seen] = playground.person("ada").look(playground.channel("games"))
        assert seen.text == "3"


async def test_the_library_gives_up_beyond_its_longest_wait(limited: Playground) -> None:
    games = limited.channel("games")
    async with running(limited) as bot:
        channel = channel_of(bot, games)
        await channel.send("0")
        with pytest.raises(discord.RateLimited):
            await channel.send("1")


async def test_interaction_responses_are_unlimited_and_follow_ups_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Hops often.")
        async def hop(interaction: Click) -> None:
            await interaction.response.send_message("hop")
            for _ in range(4):
                await interaction.followup.send("hop")

    rates = Rates(further_answers=SHORT, everything=Rate(20, 600.0))
    async with run_playground(rates, monkeypatch) as playground:
        ada, games = playground.person("ada"), playground.channel("games")
        async with running(playground, setup):
            await asyncio.gather(*(ada.command("hop", channel=games) for _ in range(10)))
            await playground.until(lambda: len(ada.look(games)) == 50, within=60)


async def test_a_connection_that_sends_too_much_is_closed_with_4008() -> None:
    rates = Rates(frames=Rate(5, 600.0))
    async with Playground(rates=rates) as playground, aiohttp.ClientSession() as session:
        raw = Raw(playground, session)
        async with raw.session.ws_connect(raw.playground.gateway + "?v=10") as socket:
            for _ in range(6):
                await socket.send_json({"op": 1, "d": None})
            assert await wait_for_close(socket) == 4008


async def test_limits_apply_only_on_request(
    playground: Playground, raw: Raw, ada: Person, games: TextChannel
) -> None:
    path = f"/channels/{games.id}/messages"
    answers = await asyncio.gather(*(raw("POST", path, {"content": "x"}) for _ in range(100)))
    assert {status for status, _ in answers} == {200}
    assert len(ada.look(games)) == 100
