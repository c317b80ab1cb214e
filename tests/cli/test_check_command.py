"""`boop check`, as a separate program, with a Discord that is set up wrongly."""

import asyncio
import os
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.__main__ import ENDED_BY_SIGTERM
from bot.cli.check_discord import CheckedPlace, check_permissions
from bot.cli.discord_address import NEVER_PROXIED, choose_address
from bot.cli.keeper import Child
from bot.config import Settings
from bot.health import FRESH
from cogs.delivery.permissions import TO_PLAY
from playground import Permission, Playground, Problem
from tests.kit.programs import ProgramResult, file_names, run_boop, start_python, wait_for_end
from tests.kit.tables import run_bot
from tests.test_readme import PERMISSIONS

process = pytest.mark.process


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground
        playground.expect_valid()


def settings_for(playground: Playground) -> dict[str, str]:
    return {"BOOP_TOKEN": playground.token, "BOOP_DISCORD_API": playground.api}


async def check(folder: Path, playground: Playground, **more: str) -> ProgramResult:
    return await run_boop(folder, "check", **{**settings_for(playground), **more})


def database_of(folder: Path) -> Path:
    return folder / "boop.sqlite3"


def child_of(folder: Path, playground: Playground, **more: str) -> Child:
    return Child(
        token=playground.token,
        api=playground.api,
        database=database_of(folder),
        control=folder / "control.json",
        more=more,
    )


async def make_database(folder: Path, playground: Playground) -> None:
    child = child_of(folder, playground)
    await child.start()
    await child.stop()


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(database_of(folder))) as connection, connection:
        connection.execute(statement)


@pytest.mark.night
@process
async def test_the_check_passes_while_a_bot_is_running(
    playground: Playground, tmp_path: Path
) -> None:
    async with run_bot(playground, database_of(tmp_path)):
        ended = await check(tmp_path, playground)
        assert playground.is_connected
    assert (ended.status, ended.errors) == (0, "")
    lines = ended.output.splitlines()
    assert [line for line in lines if not line.startswith("✓")] == []
    assert lines[0] == "✓ settings: all are valid"
    assert lines[1] == "✓ database: boop.sqlite3 is intact, with 0 matches and 0 turns"
    assert f"✓ lead: a bot is using the database: process {os.getpid()} on" in ended.output
    assert "✓ token: Discord knows it, as the bot bot" in lines
    assert "✓ intents: no privileged one is needed, and none is on" in lines
    assert any(line.startswith("✓ server ") for line in lines)
    assert lines[-1].startswith("✓ owner: this application, ")


@asynccontextmanager
async def keeping_proxy(api: str) -> AsyncIterator[tuple[str, list[str]]]:
    """Run a proxy that tells each client that it is another bot.

    Yield its address and the requested paths.
    """
    paths: list[str] = []
    path = urlsplit(api).path

    async def answer(request: web.Request) -> web.Response:
        paths.append(request.path.removeprefix(path))
        if paths[-1] in NEVER_PROXIED:
            kept = {"id": "1", "username": "another", "discriminator": "0", "avatar": None}
            return web.json_response(kept, headers={"X-RateLimit-Remaining": "1"})
        url = api.removesuffix(path) + request.path_qs
        headers = {"Authorization": request.headers["Authorization"]}
        async with (
            aiohttp.ClientSession() as session,
            session.request(request.method, url, headers=headers) as answered,
        ):
            body = await answered.read()
            return web.Response(status=answered.status, body=body, content_type="application/json")

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", paths
    finally:
        await runner.cleanup()


@pytest.mark.night
@process
async def test_discord_is_asked_through_the_proxy_except_for_the_login(
    playground: Playground, tmp_path: Path
) -> None:
    async with keeping_proxy(playground.api) as (proxy, paths):
        ended = await check(tmp_path, playground, BOOP_DISCORD_PROXY=proxy)
    assert ended.status == 0
    assert "✓ token: Discord knows it, as the bot bot" in ended.output
    assert "/users/@me/guilds" in paths
    assert NEVER_PROXIED.isdisjoint(paths)


def test_the_address_of_the_gateway_is_requested_without_the_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discord.http, "Route", discord.http.Route)
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.example/api/v10")
    choose_address(Settings(discord_proxy="http://127.0.0.1:8080"))
    direct = discord.http.Route("GET", "/gateway/bot")
    proxied = discord.http.Route("GET", "/channels/{channel_id}", channel_id=1)
    assert direct.url == "https://discord.example/api/v10/gateway/bot"
    assert proxied.url == "http://127.0.0.1:8080/api/v10/channels/1"


@pytest.mark.night
@process
async def test_the_check_shows_why_discord_refuses_a_login(
    playground: Playground, tmp_path: Path
) -> None:
    playground.faults.break_down("GET", "/users/@me", status=403)
    ended = await check(tmp_path, playground)
    assert ended.status == 1
    assert "✗ token: Can't reach Discord: 403" in ended.output
    assert "Traceback" not in ended.errors


ASKING: Final = """
import sys
from bot.cli import boop
try:
    boop(["check", "--health"])
finally:
    print(*sys.modules)
"""


@process
async def test_the_health_check_of_a_container_does_not_load_the_bot(tmp_path: Path) -> None:
    """The health is requested again and again, on a small machine."""
    health = await wait_for_end(await start_python(tmp_path, "-c", ASKING))
    assert health.errors == ""
    line, loaded = health.output.splitlines()
    assert line == "· health: BOOP_HEALTH_PORT isn't set, so health isn't served"
    assert {"bot.config"} <= set(loaded.split())
    assert {"aiohttp", "discord", "bot.services"}.isdisjoint(loaded.split())


FIRST: Final = """
import os, signal
os.getpid = lambda: 1
from bot.__main__ import main
from click import Group
def never_end(*_, **__):
    print("begun", flush=True)
    while True:
        signal.pause()
Group.main = never_end
main()
"""


@process
async def test_the_first_process_of_a_container_ends_on_a_signal(tmp_path: Path) -> None:
    """By default it would ignore the signal."""
    program = await start_python(tmp_path, "-c", FIRST)
    assert program.stdout is not None
    await program.stdout.readline()
    program.terminate()
    assert (await wait_for_end(program)).status == ENDED_BY_SIGTERM


@pytest.mark.night
@process
async def test_a_check_before_the_first_start_passes_and_creates_nothing(
    playground: Playground, tmp_path: Path
) -> None:
    ended = await check(tmp_path, playground)
    assert ended.status == 0
    assert "· database: boop.sqlite3 doesn't exist; the bot creates it" in ended.output
    assert file_names(tmp_path) == set()


@process
async def test_all_faults_are_reported_together(tmp_path: Path) -> None:
    async with Playground() as gone:
        api = gone.api
    (tmp_path / "boop.sqlite3").write_text("Dear diary,\n" * 100)
    ended = await run_boop(
        tmp_path,
        "check",
        BOOP_TOKEN="a.b.c",
        BOOP_DISCORD_API=api,
        BOOP_LOG_LEVEL="loud",
        BOOP_DATABSE="x",
    )
    assert ended.status == 1
    assert "✗ settings: BOOP_LOG_LEVEL is 'loud'; it must be one of" in ended.output
    assert "✗ settings: BOOP_DATABSE isn't a setting of this bot. Did you mean" in ended.output
    assert "✗ database: boop.sqlite3 isn't a database of this bot" in ended.output
    assert "✗ token: Can't reach Discord: " in ended.output
    assert "Traceback" not in ended.errors


@pytest.mark.night
@process
async def test_an_invalid_value_is_not_reported_as_missing(
    tmp_path: Path,
) -> None:
    ended = await run_boop(
        tmp_path, "check", BOOP_DATABASE="mysql://127.0.0.1/boop", BOOP_TOKEN="no token"
    )
    assert ended.status == 1
    assert "BOOP_DATABASE can't be used" in ended.output
    assert "BOOP_TOKEN can't be used" in ended.output
    assert "boop.sqlite3" not in ended.output
    assert "none in BOOP_TOKEN" not in ended.output


@pytest.mark.night
@process
async def test_without_a_token_the_rest_is_checked(tmp_path: Path) -> None:
    ended = await run_boop(tmp_path, "check", BOOP_DATABASE="nowhere/boop.sqlite3")
    assert ended.status == 1
    assert "✗ database: can't create nowhere/boop.sqlite3" in ended.output
    assert "✗ token: none in BOOP_TOKEN or .env" in ended.output


@pytest.mark.night
@process
async def test_a_refused_token_is_reported_but_not_shown(
    playground: Playground, tmp_path: Path
) -> None:
    ended = await check(tmp_path, playground, BOOP_TOKEN="wrong-wrong-wrong")
    assert ended.status == 1
    assert "✗ token: Discord refuses it" in ended.output
    assert "wrong-wrong" not in ended.output + ended.errors


@pytest.mark.night
@process
async def test_an_older_database_of_another_bot_is_reported_and_left_unchanged(
    playground: Playground, tmp_path: Path
) -> None:
    await make_database(tmp_path, playground)
    change(tmp_path, "UPDATE stored_values SET value = '4711' WHERE name = 'application'")
    change(tmp_path, "DELETE FROM migrations WHERE version > 1")
    change(tmp_path, "UPDATE migrations SET version = 0")
    ended = await check(tmp_path, playground)
    assert ended.status == 1
    assert "· schema: version 0; the bot migrates it to " in ended.output
    assert "· lead: no bot is using the database" in ended.output
    assert "✗ owner: application 4711 owns the database" in ended.output
    again = await check(tmp_path, playground)
    assert again.output == ended.output


@pytest.mark.night
@process
async def test_a_damaged_and_a_newer_database_are_reported(
    playground: Playground, tmp_path: Path
) -> None:
    await make_database(tmp_path, playground)
    change(tmp_path, "INSERT INTO turns VALUES (1, 1, 'Kc3', '…', 1, 1, 0)")
    ended = await check(tmp_path, playground)
    assert (ended.status, "boop.sqlite3 is damaged: a row of turns" in ended.output) == (1, True)
    change(tmp_path, "INSERT INTO migrations VALUES (999, 'later', 0)")
    ended = await check(tmp_path, playground)
    assert (ended.status, "newer version of the bot (schema 999" in ended.output) == (1, True)


@pytest.mark.night
@process
async def test_missing_permissions_of_each_server_are_reported_with_what_they_break(
    playground: Playground, tmp_path: Path
) -> None:
    world, server = playground.world, playground.server()
    world.set_roles(server, world.bot, ())
    everyone = server.roles[server.id]
    world.set_permissions(
        everyone,
        everyone.permissions & ~Permission.ATTACH_FILES & ~Permission.CREATE_PUBLIC_THREADS,
    )
    world.overwrite(playground.channel("games"), everyone, deny=Permission.READ_MESSAGE_HISTORY)
    world.add_channel(server, "quiet\x1b[31m")
    owner = playground.person("ada").user
    other = world.add_server("Second\nhome", owner)
    world.join(other, world.bot)
    ended = await check(tmp_path, playground)
    assert ended.status == 1
    title = f"server {server.name}"
    assert f"✗ {title}: Attach Files is missing: no board can be shown" in ended.output
    assert f"· {title}: Create Public Threads is missing: matches get no thread" in ended.output
    assert f"· {title}: Read Message History is missing in 1 of " in ended.output
    assert "(#games): there the bot can't find its boards" in ended.output
    assert "✓ server Second�home: no permission is missing in 0 text channels" in ended.output
    assert "\x1b" not in ended.output


@pytest.mark.night
@process
async def test_a_server_that_discord_does_not_show_is_reported_like_the_others(
    playground: Playground, tmp_path: Path
) -> None:
    world = playground.world
    world.join(world.add_server("Other", playground.person("ada").user), world.bot)
    playground.faults.refuse("GET", "/guilds/{guild_id}", Problem.MISSING_ACCESS)
    ended = await check(tmp_path, playground)
    assert ended.status == 1
    assert ended.output.count(": Discord doesn't show it: 403 Forbidden") == 1
    assert ended.output.count("✓ server ") == 1
    playground.faults.refuse("GET", "/users/@me/guilds", Problem.MISSING_ACCESS)
    ended = await check(tmp_path, playground)
    assert "✗ servers: Discord doesn't list them: 403 Forbidden" in ended.output


@pytest.mark.night
@process
async def test_a_bot_in_no_server_gets_an_invitation_link(
    playground: Playground, tmp_path: Path
) -> None:
    playground.world.leave(playground.server(), playground.world.bot)
    ended = await check(tmp_path, playground)
    assert ended.status == 0
    assert "· servers: the bot is in none yet" in ended.output


@pytest.mark.night
@process
async def test_the_health_option_asks_the_running_bot_only(
    playground: Playground, tmp_path: Path
) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = str(one.getsockname()[1])
    child = child_of(tmp_path, playground, BOOP_HEALTH_PORT=port, BOOP_HEALTH_HOST="0.0.0.0")
    settings = {"BOOP_HEALTH_PORT": port, "BOOP_HEALTH_HOST": "0.0.0.0"}
    await child.start()
    try:
        async with asyncio.timeout(120):
            # On a busy machine the bot may take more than its two seconds to draw a picture.
            well = await run_boop(tmp_path, "check", "--health", **settings)
            while well.status:
                well = await run_boop(tmp_path, "check", "--health", **settings)
        with closing(sqlite3.connect(database_of(tmp_path))) as connection:
            connection.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(FRESH)
            ill = await run_boop(tmp_path, "check", "--health", **settings)
    finally:
        await child.kill()
    gone = await run_boop(tmp_path, "check", "--health", **settings)
    unset = await run_boop(tmp_path, "check", "--health")
    assert (well.status, well.output) == (0, "✓ health: the bot is healthy\n")
    assert (ill.status, "has not stored anything within 2 seconds" in ill.output) == (1, True)
    assert (gone.status, "doesn't answer on 127.0.0.1" in gone.output) == (1, True)
    assert (unset.status, "BOOP_HEALTH_PORT isn't set" in unset.output) == (0, True)


@pytest.mark.night
@process
async def test_the_public_address_is_checked_by_requesting_a_page(
    playground: Playground, tmp_path: Path
) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = str(one.getsockname()[1])
    address = f"http://127.0.0.1:{port}"
    settings = {"BOOP_WEB_PORT": port, "BOOP_PUBLIC_URL": address}
    child = child_of(tmp_path, playground, **settings)
    await child.start()
    try:
        well = await run_boop(tmp_path, "check", **settings)
        elsewhere = await run_boop(
            tmp_path, "check", BOOP_WEB_PORT=port, BOOP_PUBLIC_URL=playground.address
        )
    finally:
        await child.kill()
    gone = await run_boop(tmp_path, "check", **settings)
    unset = await run_boop(tmp_path, "check", BOOP_PUBLIC_URL=address)
    assert f"✓ pages: {address} leads to the bot" in well.output
    assert f"✗ pages: {playground.address} doesn't lead to the bot" in elsewhere.output
    assert f"✗ pages: {address} doesn't lead to the bot, which must be running" in gone.output
    assert "✗ pages: BOOP_PUBLIC_URL is set, but BOOP_WEB_PORT isn't" in unset.output


def test_the_required_permissions_are_those_of_the_invitation() -> None:
    needed = discord.Permissions(**{need.flag: True for need in TO_PLAY})
    assert needed == PERMISSIONS


def test_permissions_that_are_missing_because_of_another_are_not_reported() -> None:
    unseen = CheckedPlace("unseen", discord.Permissions.none())
    found = check_permissions(unseen, [])
    assert [str(each) for each in found] == [
        "✗ server unseen: View Channel is missing: the bot can't see the channel, so no match can "
        "start"
    ]


def test_a_long_list_of_channels_is_shortened() -> None:
    allowed = discord.Permissions(PERMISSIONS.value)
    silent = discord.Permissions(PERMISSIONS.value & ~discord.Permissions(send_messages=True).value)
    channels = [CheckedPlace(name, silent) for name in "abcde"]
    (found,) = check_permissions(
        CheckedPlace("Home", allowed), [*channels, CheckedPlace("f", allowed)]
    )
    assert str(found).startswith(
        "· server Home: Send Messages is missing in 5 of 6 text channels (#a, #b, #c and 2 more): "
    )
