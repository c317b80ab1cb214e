"""Links that the chat unfurls, read from a real site as Discord reads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import pytest
from aiohttp import web

from playground import Person, Playground, TextChannel, unfurling
from playground.world.messages import Json
from tests.playground.tiny import PNG

SITE = "https://pages.example"
HEAD = {
    "og:title": "Ada against Bob",
    "og:description": "Bob wins.",
    "og:site_name": "boop",
    "og:image": f"{SITE}/card.png",
    "og:image:width": "1200",
    "og:image:alt": "a bed",
    "twitter:card": "summary_large_image",
}


@dataclass
class Site:
    """A site with pages of any head."""

    pages: dict[str, dict[str, str]] = field(default_factory=dict)
    robots: str = "User-agent: *\nAllow: /\n"
    asked: list[web.BaseRequest] = field(default_factory=list)
    kind: str = "text/html"
    waits_for: asyncio.Event | None = None

    async def serve(self, request: web.BaseRequest) -> web.Response:
        self.asked.append(request)
        if request.path == "/robots.txt":
            return web.Response(text=self.robots)
        if request.path == "/card.png":
            return web.Response(body=PNG, content_type="image/png")
        if request.path == "/moved":
            raise web.HTTPFound("/page")
        if self.waits_for is not None:
            await self.waits_for.wait()
        head = self.pages.get(request.path)
        if head is None:
            raise web.HTTPNotFound
        metas = "".join(f'<meta property="{each}" content="{head[each]}">' for each in head)
        return web.Response(text=f"<html><head>{metas}</head></html>", content_type=self.kind)


@pytest.fixture
async def site(playground: Playground) -> AsyncIterator[Site]:
    site = Site({"/page": HEAD})
    runner = web.ServerRunner(web.Server(site.serve))
    await runner.setup()
    try:
        serving = web.TCPSite(runner, "127.0.0.1", 0)
        await serving.start()
        [address] = runner.addresses
        playground.unfurler.know(SITE, f"http://127.0.0.1:{address[1]}")
        yield site
    finally:
        if site.waits_for is not None:
            site.waits_for.set()
        await runner.cleanup()


async def embeds(playground: Playground, ada: Person, games: TextChannel, text: str) -> list[Json]:
    """Return the embeds below a message, after its links were read."""
    message = ada.say(games, text)
    await playground.unfurler.rest()
    seen = ada.see(message)
    assert seen is not None
    return list(seen.json["embeds"])


async def test_a_link_is_shown_with_its_title_and_picture(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    [embed] = await embeds(playground, ada, games, f"look: {SITE}/page.")
    assert (embed["title"], embed["description"]) == ("Ada against Bob", "Bob wins.")
    assert embed["provider"] == {"name": "boop"}
    picture = embed["image"]
    assert (picture["width"], picture["height"], picture["description"]) == (2, 3, "a bed")
    async with aiohttp.ClientSession() as session, session.get(picture["proxy_url"]) as got:
        assert await got.read() == PNG
    assert not ada.look(games)[-1].edited
    assert {"Discordbot/2.0" in each.headers["User-Agent"] for each in site.asked} == {True}


async def test_an_address_is_read_only_once(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    [first] = await embeds(playground, ada, games, f"{SITE}/page")
    count = len(site.asked)
    site.pages["/page"] = {**HEAD, "og:title": "Something else"}
    [again] = await embeds(playground, ada, games, f"{SITE}/page")
    assert again == first
    assert len(site.asked) == count


@pytest.mark.parametrize(
    "text",
    ["<{}/page>", "{}/none", "https://elsewhere.example/page", "http://[abc", "no link at all"],
)
async def test_a_text_without_a_readable_link_gets_no_card(
    playground: Playground, site: Site, ada: Person, games: TextChannel, text: str
) -> None:
    assert await embeds(playground, ada, games, text.format(SITE)) == []


async def test_long_texts_are_cut_by_bytes(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    site.pages["/page"] = {"og:title": "ä" * 60, "og:description": "猫" * 200}
    [embed] = await embeds(playground, ada, games, f"{SITE}/page")
    assert embed["title"] == "ä" * 33
    assert embed["description"] == "猫" * 115


@pytest.mark.parametrize(
    "head", [{"og:site_name": "x" * 254, "og:title": "a page"}, {"og:site_name": "boop"}]
)
async def test_a_page_with_too_little_or_too_much_metadata_is_not_shown(
    playground: Playground, site: Site, ada: Person, games: TextChannel, head: dict[str, str]
) -> None:
    site.pages["/page"] = head
    assert await embeds(playground, ada, games, f"{SITE}/page") == []


async def test_a_site_that_refuses_robots_is_not_read(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    site.robots = "User-agent: Discordbot\nDisallow: /\n"
    assert await embeds(playground, ada, games, f"{SITE}/page") == []
    assert [each.path for each in site.asked] == ["/robots.txt"]


async def test_a_response_that_is_not_a_page_is_not_shown(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    site.kind = "text/plain"
    assert await embeds(playground, ada, games, f"{SITE}/page") == []


async def test_a_page_that_is_slow_is_not_shown(
    playground: Playground,
    site: Site,
    ada: Person,
    games: TextChannel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unfurling, "WITHIN", 0.2)
    site.waits_for = asyncio.Event()
    assert await embeds(playground, ada, games, f"{SITE}/page") == []


async def test_a_page_that_has_moved_is_found(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    [embed] = await embeds(playground, ada, games, f"{SITE}/moved")
    assert embed["title"] == "Ada against Bob"


async def test_a_card_that_is_not_large_has_a_small_picture(
    playground: Playground, site: Site, ada: Person, games: TextChannel
) -> None:
    site.pages["/page"] = {**HEAD, "twitter:card": "summary"}
    [embed] = await embeds(playground, ada, games, f"{SITE}/page")
    assert "image" not in embed
    assert embed["thumbnail"]["width"] == 2


@pytest.mark.parametrize("address", ["http://[abc", "//[abc/card.png", ""])
async def test_a_page_whose_picture_has_no_valid_address_is_shown_without_it(
    playground: Playground, site: Site, ada: Person, games: TextChannel, address: str
) -> None:
    site.pages["/page"] = {**HEAD, "og:image": address}
    [embed] = await embeds(playground, ada, games, f"{SITE}/page")
    assert embed["title"] == "Ada against Bob"
    assert "image" not in embed
