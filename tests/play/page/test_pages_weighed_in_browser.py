"""The web pages with all of their parts: axe's findings, their weight, and layout shifts."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from bot.features.settings.server import Leaderboard
from tests.kit.accessible import SCHEMES, expect_nothing_found
from tests.kit.finished_matches import CARELESS, play_and_resign, request_analysis
from tests.kit.match_pages import SHOW, change_settings, path_in, request_link, serve_match_pages
from tests.kit.page_actions import open_page
from tests.kit.rated_matches import beat
from tests.kit.tables import Table
from tests.kit.thoroughness import quick_or_thorough
from tests.kit.tournaments import start_league
from tests.play.page.test_bed_in_browser import MOST_BYTES, record_responses, total_size

pytestmark = pytest.mark.browser

WATCHED = (
    "window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries()"
    ".map((each) => each.value).filter((value) => value > 0.0005)))"
    ".observe({ type: 'layout-shift', buffered: true });"
)
"""Records what jumps. A centred line that arrives in two pieces moves by half a letter, 0.00003."""


async def slow_down(page: Page) -> None:
    """Let a page arrive at 20 kB a second, so that the browser draws its beginning alone."""
    network = await page.context.new_cdp_session(page)
    rate = 20_000
    await network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 20, "downloadThroughput": rate, "uploadThroughput": rate},
    )


async def test_axe_finds_nothing_and_nothing_jumps_on_an_analysed_match_and_a_leaderboard(
    browser: Browser, table: Table
) -> None:
    async with serve_match_pages(table) as web:
        leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
        server_match = await play_and_resign(table, CARELESS)
        await request_analysis(server_match)
        panel = await request_link(server_match.gray, server_match.board())
        await server_match.gray.press(panel, SHOW)
        viewed = [(path_in(panel), 360), (leaderboard, 360), (path_in(panel), 1280)]
        for path, width in viewed[: quick_or_thorough(2, 3)]:
            page = await open_page(browser, "about:blank")
            await page.set_viewport_size({"width": width, "height": 740})
            await page.add_init_script(WATCHED)
            await slow_down(page)
            responses = record_responses(page)
            await page.goto(f"http://127.0.0.1:{web.port}{path}")
            if path != leaderboard:
                await expect(page.locator(".bed svg")).to_be_visible()
            await page.wait_for_load_state("networkidle")
            for scheme in SCHEMES:
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                await expect_nothing_found(page)
            assert await page.evaluate("window.shifts") == [], path
            assert 0 < await total_size(responses) <= MOST_BYTES, path
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
            if width > 1000:
                tools = await page.locator(".board > .tools").last.bounding_box()
                assert tools is not None
                assert tools["y"] + tools["height"] <= 740, "a bed and its tools are seen at once"
            await page.context.close()


@pytest.mark.night
async def test_axe_finds_nothing_on_the_pages_that_a_leaderboard_leads_to(
    browser: Browser, table: Table
) -> None:
    async with serve_match_pages(table) as web:
        leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
        ada, bob, cleo = (table.playground.person(name) for name in ("ada", "bob", "cleo"))
        for winner, loser in ((ada, bob), (ada, cleo), (bob, cleo)):
            await beat(table, winner, loser)
        await start_league(table, table.playground.channel("games"))
        listed = (await web.read(leaderboard)).text
        parsed = re.findall(r'href="leaderboard/((?:players|tournaments)/[^"]+)"', listed)
        assert {each.split("/")[0] for each in parsed} == {"players", "tournaments"}
        for each in parsed:
            page = await open_page(browser, f"http://127.0.0.1:{web.port}{leaderboard}/{each}")
            for scheme in SCHEMES:
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                await expect_nothing_found(page)
            assert await page.evaluate("document.documentElement.scrollWidth") <= 360
            await page.context.close()
