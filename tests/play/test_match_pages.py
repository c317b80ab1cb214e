"""**Get a link**: the page of a match on the web, and who shares and withdraws it."""

import asyncio
import json
import logging
from dataclasses import replace
from io import BytesIO
from typing import Any, cast

import pytest
import structlog
from PIL import Image

from bot.features.settings.preferences import PageName
from bot.features.settings.server import Leaderboard, MatchPages, SearchEngines
from bot.match.identity import GuildId, UserId
from bot.match.record_reader import read_record
from bot.web import server as server_of_pages
from render.replay import FORMATS, Animation
from render.studio import StudioBusy
from tests.kit.answers import private_message
from tests.kit.finished_matches import play_and_resign
from tests.kit.match_pages import (
    ADDRESS,
    Web,
    change_settings,
    every_path,
    fetch_animation,
    path_in,
    request_link,
)
from tests.kit.servers import hide_channel
from tests.kit.tables import Table
from tests.kit.waiting import until


@pytest.mark.long
async def test_a_player_gets_a_link_to_a_page_that_anyone_can_open(table: Table, web: Web) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    assert path.endswith("/3")
    page = await web.read(path)
    assert page.status == 200
    assert "<bdi>Ada</bdi> against <bdi>Bob</bdi>" in page.text
    assert "Bob wins: Ada resigned" in page.text
    # The players are below their pieces, and the winner stands out.
    assert '<span><span class="seat orange">orange</span> <bdi>Ada</bdi></span>' in page.text
    assert '<b><span class="seat gray">gray</span> <bdi>Bob</bdi></b>' in page.text
    assert 'aria-current="step"' in page.text
    assert f'content="{ADDRESS}{path}-card.png"' in page.text
    sizes = {".png": (720, 804), "-card.png": (1200, 630), "-square.png": (1080, 1080)}
    for each, size in ((path + suffix, size) for suffix, size in sizes.items()):
        read = await web.read(each)
        assert read.status == 200
        with Image.open(BytesIO(read.body)) as picture:
            assert (picture.format, picture.size) == ("PNG", size)
    whole = path.rpartition("/")[0]
    assert (await fetch_animation(web, path)).startswith(b"GIF8")
    figures = json.loads((await web.read(f"{whole}.json")).text)
    assert (figures["orange"], figures["gray"], figures["winner"]) == ("Ada", "Bob", "gray")
    record = read_record((await web.read(f"{whole}/record.txt")).text)
    assert (record.orange, len(record.turns)) == ("Ada", 3)
    assert path_in(await request_link(server_match.orange, server_match.board())) == path


@pytest.mark.night
@pytest.mark.long
async def test_no_log_has_the_address_of_a_page(
    table: Table,
    web: Web,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Libraries never log below this level.
    caplog.set_level(logging.INFO)
    server_match = await play_and_resign(table)
    panel = await request_link(server_match.gray, server_match.board())
    path = path_in(panel)
    whole = path.rpartition("/")[0]
    forms = *every_path(path), f"{whole}/turns.json", f"{whole}/events", f"{path}x", f"{whole}/99"
    for each in forms:
        await web.read(each)
    await server_match.gray.press(panel, "Stop sharing")
    for each in forms:
        assert (await web.read(each)).status == 404
    structlog.get_logger().info("events are seen here")
    slug = whole.rpartition("/")[2]
    written = capsys.readouterr()
    assert "events are seen here" in written.out
    for text in (caplog.text, written.out, written.err):
        assert slug not in text


@pytest.mark.night
@pytest.mark.long
async def test_only_embedded_pages_may_be_framed_by_other_pages(table: Table, web: Web) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    await fetch_animation(web, path)
    for each in every_path(path):
        framed = await web.read(each.replace("/m/", "/embed/"))
        assert framed.status == 200, each
        assert "frame-ancestors *" in framed.headers["Content-Security-Policy"], each
        alone = await web.read(each)
        assert "frame-ancestors 'none'" in alone.headers["Content-Security-Policy"], each
        assert framed.body == alone.body, each


async def test_a_trailing_slash_redirects_and_an_unplayed_turn_is_not_found(
    table: Table, web: Web
) -> None:
    server_match = await play_and_resign(table)
    panel = await request_link(server_match.gray, server_match.board())
    # Leaderboards and search engines see nothing, so nothing is said of them.
    assert panel.text.rstrip().endswith("nothing of this server.")
    path = path_in(panel)
    whole = path.rpartition("/")[0]
    for wrong in ("4", "-1", "x", "007000", "１"):
        assert (await web.read(f"{whole}/{wrong}")).status == 404, wrong
        assert (await web.read(f"{whole}/{wrong}.png")).status == 404, wrong
    for each in (path, whole):
        led = await web.read(f"{each}/")
        assert led.status == 200
        assert led.text == (await web.read(each)).text
    assert (await web.read("/m/AAAAAAAAAAAAAAAAAAAAAA/")).status == 404


async def test_every_format_is_gone_at_once_when_either_player_stops_sharing(
    table: Table, web: Web
) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    panel = await request_link(server_match.orange, server_match.board())
    stopped = private_message(await server_match.orange.press(panel, "Stop sharing"))
    assert "The link has stopped working." in stopped.text
    unknown = await web.read("/m/AAAAAAAAAAAAAAAAAAAAAA")
    for each in every_path(path):
        gone = await web.read(each)
        assert gone.status == 404, each
        if not each.endswith(".json"):
            assert gone.text == unknown.text, each
    again = path_in(await request_link(server_match.gray, server_match.board()))
    assert again != path
    assert (await web.read(again)).status == 200


async def test_a_match_that_not_everyone_can_see_needs_both_players(table: Table, web: Web) -> None:
    server_match = await play_and_resign(table)
    games = table.playground.channel("games")
    hide_channel(table, games, server_match.orange, server_match.gray)
    channel = table.bot.get_channel(games.id)
    await until(lambda: bool(getattr(channel, "overwrites", None)), within=60)
    [server] = table.playground.world.servers.values()
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    thread = guild.get_thread(server_match.place.id)
    # The second time, the thread is archived, so the bot does not know it.
    for each in (thread, None):
        assert guild.get_channel_or_thread(server_match.place.id) is each
        waiting = await request_link(server_match.gray, server_match.board())
        assert "https://" not in waiting.text
        assert f"once <@{server_match.orange.id}> chooses" in waiting.text
        guild._remove_thread(cast("Any", thread))
    path = path_in(await request_link(server_match.orange, server_match.board()))
    assert (await web.read(path)).status == 200


@pytest.mark.night
@pytest.mark.long
async def test_a_player_may_stay_unnamed(table: Table, web: Web) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    orange = UserId(server_match.orange.id)
    await table.bot.services.preferences.prefer(orange, "page_name", PageName.UNNAMED)
    for each in every_path(path):
        assert b"Ada" not in (await web.read(each)).body, each
    assert "<bdi>A player</bdi> against <bdi>Bob</bdi>" in (await web.read(path)).text


async def test_a_server_can_forbid_match_pages(table: Table, web: Web) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    await table.bot.services.settings.change(
        GuildId(next(iter(table.playground.world.servers))),
        lambda before: replace(before, match_pages=MatchPages.OFF),
    )
    assert {(await web.read(each)).status for each in every_path(path)} == {404}
    panel = private_message(await server_match.gray.press(server_match.board(), "Share"))
    refused = private_message(await server_match.gray.press(panel, "Get a link"))
    assert "This server's matches aren't shared on the web." in refused.text


@pytest.mark.long
async def test_an_opponent_who_deleted_their_data_is_unnamed_and_the_page_goes_with_its_sharer(
    table: Table, web: Web
) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    await table.bot.services.privacy.delete(UserId(server_match.orange.id))
    assert "<bdi>A former player</bdi> against <bdi>Bob</bdi>" in (await web.read(path)).text
    await table.bot.services.privacy.delete(UserId(server_match.gray.id))
    assert (await web.read(path)).status == 404


@pytest.mark.long
async def test_the_public_leaderboard_links_to_a_match_until_it_is_revoked(
    table: Table, web: Web
) -> None:
    leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
    server_match = await play_and_resign(table)
    assert "Shared matches" not in (await web.read(leaderboard)).text
    panel = await request_link(server_match.gray, server_match.board())
    assert "This server's public leaderboard may link to the match." in panel.text
    whole = path_in(panel).rpartition("/")[0]
    page = await web.read(leaderboard)
    link = f'<a href="../..{whole}"><bdi>Ada</bdi> against <bdi>Bob</bdi></a>'
    assert link in page.text
    assert "Bob wins: Ada resigned · classic" in page.text
    assert page.headers["Cache-Control"] == "private, no-cache"
    await server_match.gray.press(panel, "Stop sharing")
    gone = await web.read(leaderboard)
    assert whole not in gone.text
    assert gone.headers["Cache-Control"] == "public, max-age=60"


@pytest.mark.long
async def test_no_format_contains_an_id_and_indexing_is_off_by_default(
    table: Table, web: Web
) -> None:
    leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    await fetch_animation(web, path)
    whole = path.rpartition("/")[0]
    forms = [*every_path(path), leaderboard, f"{leaderboard}.json"]
    no_index = '<meta name="robots" content="noindex">'
    for each in forms:
        assert (await web.read(each)).headers["X-Robots-Tag"] == "noindex", each
    [server] = table.playground.world.servers.values()
    ids = [
        server_match.orange.id,
        server_match.gray.id,
        server.id,
        server_match.place.id,
        server_match.board().id,
    ]
    for each in (*every_path(path), f"{whole}/turns.json", f"{whole}/events"):
        read = await web.read(each)
        for secret in (*map(str, ids), server.name):
            assert secret.encode() not in read.body, (each, secret)
        if each in forms:
            assert (read.status, read.headers["Cache-Control"]) == (200, "private, no-cache"), each
    assert no_index in (await web.read(path)).text
    assert no_index in (await web.read(leaderboard)).text
    await change_settings(table, search_engines=SearchEngines.ALLOWED)
    # The player was not notified.
    assert (await web.read(path)).headers["X-Robots-Tag"] == "noindex"
    panel = await request_link(server_match.gray, server_match.board())
    assert "Search engines may list its page." in panel.text
    for each in forms:
        assert "X-Robots-Tag" not in (await web.read(each)).headers, each
    assert no_index not in (await web.read(path)).text
    assert no_index not in (await web.read(leaderboard)).text
    for each in (f"{whole}/99", "/m/AAAAAAAAAAAAAAAAAAAAAA", whole.replace("/m/", "/embed/")):
        assert (await web.read(each)).headers["X-Robots-Tag"] == "noindex", each


async def test_without_a_public_address_no_link_is_offered(table: Table) -> None:
    server_match = await play_and_resign(table)
    panel = private_message(await server_match.gray.press(server_match.board(), "Share"))
    assert "Get a link" not in panel.labels


async def test_an_archived_thread_that_everyone_can_read_needs_one_player(
    table: Table, web: Web
) -> None:
    server_match = await play_and_resign(table)
    [server] = table.playground.world.servers.values()
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    guild._remove_thread(cast("Any", guild.get_thread(server_match.place.id)))
    assert (
        await web.read(path_in(await request_link(server_match.gray, server_match.board())))
    ).status == 200


@pytest.mark.night
@pytest.mark.long
async def test_a_long_animation_blocks_no_page_and_is_completed(
    table: Table, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))
    whole = path.rpartition("/")[0]
    made, runs = asyncio.Event(), 0

    async def run(*_: Any) -> Animation:
        nonlocal runs
        runs += 1
        await made.wait()
        return Animation(b"GIF89a", FORMATS[1])

    monkeypatch.setattr(table.bot.animators, "run", run)
    monkeypatch.setattr(server_of_pages, "PATIENCE", 0.5)
    assert (await web.read(f"{whole}.gif")).status == 503
    slow = asyncio.create_task(web.read(f"{whole}.gif"))
    assert (await web.read(path)).status == 200
    made.set()
    assert (await slow).status == 200
    assert (await web.read(f"{whole}.gif")).body == b"GIF89a"
    assert runs == 1


@pytest.mark.long
async def test_a_busy_studio_is_reported(
    table: Table, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match = await play_and_resign(table)
    path = path_in(await request_link(server_match.gray, server_match.board()))

    async def raise_busy(_: object) -> bytes:
        raise StudioBusy(1)

    monkeypatch.setattr(table.bot.studio, "picture", raise_busy)
    refused = await web.read(f"{path}.png")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "10")
