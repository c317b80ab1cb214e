"""A playground with its page, real bots that connect to it, and a real browser."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import discord.gateway
import pytest
import pytest_asyncio
import yarl
from playwright.async_api import Browser, Page, expect

from playground import Limits, Playground
from playground.page import PageServer, Welcome
from tests.kit.chromium import MISSING, find_chromium, open_chromium
from tests.kit.page_actions import PATIENCE
from tests.kit.pages import House
from tests.playground.page.gallery import GalleryBot

DESCRIPTION = os.environ.get("BOOP_DISCORD_OPENAPI")
UNHURRIED = Limits(answer_within=PATIENCE / 1000)
"""Discord's three seconds may be too few on a busy machine; who waits in vain hastens the next."""
expect.set_options(timeout=PATIENCE)
Visit = Callable[..., Awaitable[Page]]
StartBot = Callable[[], Awaitable[GalleryBot]]


@pytest.fixture
def welcome() -> Welcome | None:
    """The page's welcome; there is none, so that tests begin in an open window."""
    return None


@pytest.fixture
def bot_name() -> str:
    """The name of the bot."""
    return "bot"


@pytest_asyncio.fixture(loop_scope="session")
async def house(
    monkeypatch: pytest.MonkeyPatch, welcome: Welcome | None, bot_name: str
) -> AsyncIterator[House]:
    playground = Playground(bot_name=bot_name, description=DESCRIPTION, limits=UNHURRIED)
    announced: list[str] = []
    page = PageServer(playground, announced.append, welcome)
    playground.mount(page.routes())
    async with playground:
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        gateway = yarl.URL(playground.gateway)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield House(playground, page, announced)
        await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def start_bot(house: House) -> AsyncIterator[StartBot]:
    running: list[tuple[GalleryBot, asyncio.Task[None]]] = []

    async def start() -> GalleryBot:
        bot = GalleryBot()
        task = asyncio.create_task(bot.start(house.playground.token))
        running.append((bot, task))
        await house.playground.until(lambda: task.done() or house.playground.is_connected)
        if task.done():
            task.result()
        await asyncio.wait_for(bot.wait_until_ready(), PATIENCE / 1000)
        return bot

    yield start
    for bot, task in running:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Run one browser for all tests, because starting one takes as long as many tests."""
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    async with open_chromium(path) as browser:
        yield browser


AHEAD = """
globalThis.Date = class extends Date {
  constructor(...moment) {
    super(...(moment.length ? moment : [new.target.now()]));
  }
  static now() {
    return super.now() + %d;
  }
};
"""
"""Sets the clock of a page ahead by a number of milliseconds."""


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """Open an address; fail if the page has an error or sends a request to a third party."""
    faults: list[str] = []
    foreign: list[str] = []
    pages: list[Page] = []

    async def open_page(address: str, width: int = 1280, height: int = 800) -> Page:
        page = await browser.new_page(viewport={"width": width, "height": height})
        pages.append(page)
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: foreign.append(request.url))
        # The browser has the machine's clock, and a test begins at its own instant.
        ahead = time.time() * 1000 - await page.evaluate("Date.now()")
        await page.add_init_script(AHEAD % ahead)
        await page.goto(address)
        return page

    yield open_page
    for page in pages:
        await page.context.close()
    assert faults == []
    assert [url for url in foreign if not url.startswith(("http://127.0.0.1:", "data:"))] == []
