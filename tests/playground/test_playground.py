from __future__ import annotations

import asyncio
import sys

import aiohttp
import pytest
from aiohttp import web

from playground import (
    Limits,
    NotLoopback,
    Playground,
    SeenMessage,
    TextChannel,
    WaitTimeout,
)
from playground.rates import MOST_WINDOWS, Counter, Rate
from playground.world import ThreadTerms
from tests.playground.tiny import OPENAPI, Click, Raw, StartBot, TinyBot, point_discord_at, running


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.1", "::"])
def test_only_loopback_is_served(host: str) -> None:
    with pytest.raises(NotLoopback, match="is not a loopback address"):
        Playground(host=host)


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "boop.localhost:80"])
async def test_another_host_name_is_refused(raw: Raw, host: str) -> None:
    url = raw.playground.api + "/gateway"
    async with raw.session.get(url, headers={"Host": host}) as response:
        assert response.status == 421
    async with raw.session.get(
        url, headers={"Host": f"localhost:{raw.playground.port}"}
    ) as response:
        assert response.status == 200


async def test_ipv6_loopback_is_served_too() -> None:
    try:
        playground = Playground(host="::1")
        await playground.start()
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    url = playground.api + "/gateway"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == 200
    await playground.stop()


async def test_a_port_that_is_taken_is_refused(playground: Playground) -> None:
    with pytest.raises(OSError, match=r"[Aa]ddress already in use"):
        await Playground(port=playground.port).start()


async def test_further_routes_are_served() -> None:
    async def page(request: web.Request) -> web.Response:
        return web.Response(text="a page")

    playground = Playground()
    playground.mount([web.get("/", page)])
    async with playground, aiohttp.ClientSession() as session:
        response = await session.get(playground.address + "/")
        assert await response.text() == "a page"


async def test_waiting_ends_when_the_condition_is_true(
    playground: Playground, games: TextChannel
) -> None:
    ada, bob = playground.person("ada"), playground.person("bob")
    waits = asyncio.create_task(playground.until(lambda: bob.newest(games)))
    await asyncio.sleep(0)
    assert not waits.done()
    message = ada.say(games, "hello")
    seen = await waits
    assert isinstance(seen, SeenMessage)
    assert seen == message
    assert await playground.until(lambda: 7) == 7


async def test_a_timeout_names_the_waiting_line(playground: Playground) -> None:
    with pytest.raises(WaitTimeout, match=r"not within 0.01 seconds: .*test_playground\.py"):
        await playground.until(lambda: False, within=0.01)
    late: list[int] = []
    asyncio.get_running_loop().call_later(0.01, late.append, 1)
    assert await playground.until(lambda: late, within=0.05) == [1]


async def test_a_closing_playground_fails_pending_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Never answers.")
        async def never(interaction: Click) -> None:
            return

    playground = Playground(limits=Limits(answer_within=60.0))
    await playground.start()
    point_discord_at(playground, monkeypatch)
    async with running(playground, setup) as bot:
        channel = playground.channel("games")
        pending = asyncio.create_task(playground.person("ada").command("never", channel=channel))
        await playground.until(lambda: "app_command_completion" in bot.event_names())
        await playground.stop()
        assert (await pending).failed


async def test_a_hundred_simultaneous_commands_are_not_mixed_up(
    playground: Playground, start_bot: StartBot
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Echoes.")
        async def echo(interaction: Click, what: int) -> None:
            await interaction.response.defer(thinking=True)
            await interaction.followup.send(f"{interaction.user.name} {what}")

    await start_bot(setup)
    server = playground.server()
    people = [playground.add_person(f"p{number}", server) for number in range(20)]
    rooms = [playground.world.add_channel(server, f"room-{number}") for number in range(5)]

    async def play(number: int) -> str:
        person, room = people[number % 20], rooms[number % 5]
        answer = await person.command("echo", channel=room, what=number)
        return (await answer.final(within=60)).text

    texts = await asyncio.gather(*(play(number) for number in range(100)))
    assert texts == [f"p{number % 20} {number}" for number in range(100)]
    assert sum(len(people[0].look(room)) for room in rooms) == 100
    playground.expect_valid()


BOT_OF_ITS_OWN = """
import sys
import discord, discord.gateway, discord.http, yarl
from discord.ext import commands

api, gateway, token = sys.argv[1:]
discord.http.Route.BASE = api
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
bot = commands.AutoShardedBot(
    "!", intents=discord.Intents(guilds=True), guild_ready_timeout=0.05
)

@bot.tree.command(description="Hops.")
async def hop(interaction):
    await interaction.response.send_message("hop")

async def setup():
    await bot.tree.sync()

bot.setup_hook = setup
bot.run(token, log_handler=None)
"""


@pytest.mark.process
async def test_a_bot_in_a_separate_process_can_be_killed_and_started_again() -> None:
    limits = Limits(answer_within=3.0)
    async with Playground(description=OPENAPI, limits=limits) as playground:
        ada, games = playground.person("ada"), playground.channel("games")
        arguments = (playground.api, playground.gateway, playground.token)
        for life in range(2):
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-W", "ignore", "-c", BOT_OF_ITS_OWN, *arguments
            )
            await playground.until(lambda: playground.is_connected, within=60)
            assert (await ada.command("hop", channel=games)).text == "hop"
            process.kill()
            await process.wait()
            await playground.until(lambda: not playground.is_connected)
            # The session stays for a while after its bot ended, so users wait for an answer.
            playground.interactions.limits = Limits(answer_within=0.05)
            assert (await ada.command("hop", channel=games)).failed
            playground.interactions.limits = limits
            assert len(ada.look(games)) == life + 1
        playground.expect_valid()


async def test_time_passes_in_the_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.playground.A_MINUTE", 0.01)
    async with Playground() as playground:
        world, ada = playground.world, playground.person("ada")
        terms = ThreadTerms("talk", auto_archive_minutes=60)
        thread = world.threads.begin(playground.channel("games"), ada.user, terms)
        world.clock.leap(3600)
        await playground.until(lambda: thread.is_archived, within=60)


def test_time_cannot_run_backwards(playground: Playground) -> None:
    with pytest.raises(ValueError, match="not -1 seconds"):
        playground.world.pass_time(-1)


def test_expired_windows_are_forgotten() -> None:
    now = 0.0
    counter = Counter(lambda: now)
    for number in range(2 * MOST_WINDOWS):
        counter.count((str(number),), Rate(1, 1.0))
        now += 0.01
    assert len(counter) <= MOST_WINDOWS
    assert counter.count(("last",), Rate(1, 1.0)).used == 1
    assert counter.count(("last",), Rate(1, 1.0)).used == 2
