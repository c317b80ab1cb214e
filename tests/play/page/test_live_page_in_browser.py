"""The page of a live match in a browser: turns appear by themselves, by events or by polling."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect

from bot.match.identity import MatchId, UserId
from bot.web import live, match_routes
from tests.kit.accessible import expect_nothing_serious
from tests.kit.answers import private_message
from tests.kit.match_pages import allow_match_pages, play_more, serve_match_pages, share_live
from tests.kit.page_actions import PATIENCE, open_page
from tests.kit.server_matches import ServerMatch, accept_takeback, ask_takeback, start_match
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class LiveMatch:
    """A live match that is shared after a turn."""

    server_match: ServerMatch
    address: str


@pytest_asyncio.fixture(loop_scope="session")
async def match(table: Table) -> AsyncIterator[LiveMatch]:
    async with serve_match_pages(table) as web:
        await allow_match_pages(table)
        server_match = await start_match(table.playground)
        await server_match.play(["Kc3"])
        path = await share_live(server_match)
        yield LiveMatch(server_match, f"http://127.0.0.1:{web.port}{path}")


@pytest.mark.parametrize("streams", sampled([64, 0], 0))
async def test_turns_appear_without_reloading_until_the_match_is_over(
    browser: Browser,
    table: Table,
    match: LiveMatch,
    streams: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", streams)
    page = await open_page(browser, match.address)
    faults = list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    status = page.locator(".status")
    await expect(status).to_have_text("Live: Bob to move")
    await expect_nothing_serious(page)
    await play_more(match.server_match, 1, "Kd4")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await expect(status).to_have_text("Live: Ada to move")
    await expect(page).to_have_url(re.compile("/2$"))
    # A reader who looks at an earlier turn stays there, and reads that there is a newer one.
    await page.keyboard.press("Home")
    await expect(status).to_contain_text("2 turns were played since")
    await play_more(match.server_match, 2, "Ke5")
    await expect(status).to_contain_text("3 turns were played since")
    await page.keyboard.press("End")
    await expect(status).to_have_text("Live: Bob to move")
    resigning = UserId(match.server_match.orange.id)
    await table.services.matches.resign(resigning, MatchId(match.server_match.number))
    await expect(page.locator(".result")).to_have_text("Bob wins: Ada resigned")
    await expect(status).to_have_text("")
    assert faults == []
    await page.context.close()


@pytest.mark.night
async def test_a_focused_turn_keeps_the_focus_when_another_is_played(
    browser: Browser, match: LiveMatch
) -> None:
    await play_more(match.server_match, 1, "Kd4")
    page = await open_page(browser, match.address)
    await page.locator(".turns a").last.click()
    await expect(page).to_have_url(re.compile("/2$"))
    first, last = page.locator(".turns a").first, page.locator(".turns a").last
    await first.focus()
    await play_more(match.server_match, 2, "Ke5")
    await expect(last).to_contain_text("3. orange")
    await expect(first).to_be_focused()
    # On the turn that is shown, the focus goes on to the next one that is shown.
    await last.focus()
    await play_more(match.server_match, 3, "Ka1")
    await expect(last).to_contain_text("4. gray")
    await expect(last).to_be_focused()
    await page.context.close()


@pytest.mark.night
async def test_a_revoked_page_disappears_from_the_screen(
    browser: Browser, match: LiveMatch
) -> None:
    page = await open_page(browser, match.address)
    await expect(page.locator(".status")).to_have_text("Live: Bob to move")
    panel = private_message(
        await match.server_match.press_behind_more(match.server_match.gray, "Share live")
    )
    await match.server_match.gray.press(panel, "Stop sharing")
    await expect(page.locator("body")).to_contain_text("There is no match here")
    await page.context.close()


@pytest.mark.night
async def test_the_words_of_a_turn_come_with_it_and_no_page_is_asked_for(
    browser: Browser, match: LiveMatch
) -> None:
    page = await open_page(browser, match.address)
    await expect(page.locator(".bed svg")).to_be_visible()
    requests = list[str]()
    page.on("request", lambda request: requests.append(request.url))
    await play_more(match.server_match, 1, "Kd4")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await expect(page.locator(".status")).to_have_text("Live: Ada to move")
    await expect(page.locator(".turns [aria-current]")).to_contain_text("2. gray")
    await expect(page).to_have_url(re.compile("/2$"))
    assert [each for each in requests if re.search(r"/m/[^/]+/\d+$", each)] == []
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".result")).to_contain_text("Turn 1, Ada:")
    await page.context.close()


@pytest.mark.night
async def test_a_reader_keeps_the_page_and_sees_turns_while_its_words_cannot_be_read(
    browser: Browser, match: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_routes, "live_words", lambda _: None)
    page = await open_page(browser, match.address)
    await expect(page.locator(".bed svg")).to_be_visible()
    words = re.compile(r"/m/[^/]+/2$")
    tried = asyncio.Event()

    async def fail(route: Route) -> None:
        tried.set()
        await route.abort()

    await page.route(words, fail)
    await play_more(match.server_match, 1, "Kd4")
    await expect(page.locator(".piece:not(.is-gone)")).to_have_count(2)
    async with asyncio.timeout(PATIENCE / 1000):
        await tried.wait()
    await expect(page).to_have_url(re.compile("/1$"))
    await expect(page.locator(".result")).to_contain_text("Turn 1, Ada:")
    await page.unroute(words)
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:")
    await page.context.close()


@pytest.mark.night
async def test_a_turn_that_replaced_another_is_shown(
    browser: Browser, match: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 0)
    await play_more(match.server_match, 1, "Kd4")
    page = await open_page(browser, f"{match.address.removesuffix('1')}2")
    await expect(page.locator(".turns li").nth(1)).to_contain_text("d4")
    asking = "**/turns.json"
    await page.route(asking, lambda route: route.abort())
    await ask_takeback(match.server_match, match.server_match.gray)
    await accept_takeback(match.server_match, match.server_match.orange)
    await play_more(match.server_match, 1, "Ka6")
    await page.unroute(asking)
    await expect(page.locator(".turns li").nth(1)).to_contain_text("a6")
    await page.context.close()


@pytest.mark.night
async def test_a_new_turn_does_not_interrupt_a_reader_who_goes_to_another(
    browser: Browser, match: LiveMatch
) -> None:
    page = await open_page(browser, match.address)
    await expect(page.locator(".bed svg")).to_be_visible()
    requested, go = asyncio.Event(), asyncio.Event()

    async def delay_answer(route: Route) -> None:
        answer = await route.fetch()
        requested.set()
        await go.wait()
        await route.fulfill(response=answer)

    await page.route(re.compile(r"/m/[^/]+/0$"), delay_answer, times=1)
    await page.keyboard.press("Home")
    async with asyncio.timeout(PATIENCE / 1000):
        await requested.wait()
    await play_more(match.server_match, 1, "Kd4")
    await expect(page.get_by_role("slider")).to_have_attribute("max", "2")
    go.set()
    await expect(page.locator(".result")).to_have_text("Start")
    status = page.locator(".status")
    await expect(status).to_contain_text("2 turns were played since")
    await expect(page).to_have_url(re.compile("/0$"))
    await page.context.close()


@pytest.mark.night
async def test_without_scripts_a_live_match_is_read_by_reloading(
    browser: Browser, match: LiveMatch
) -> None:
    page = await open_page(browser, match.address, scripts=False)
    await play_more(match.server_match, 1, "Kd4")
    await page.reload()
    await page.get_by_role("link", name="1 turn was played since: see it").click()
    await expect(page.locator(".status")).to_have_text("Live: Ada to move")
    await page.context.close()
