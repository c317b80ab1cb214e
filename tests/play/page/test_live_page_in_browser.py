"""The page of a live match in a browser: turns come by themselves, by events or by asking."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.match.identity import MatchId, UserId
from bot.web import live
from tests.play.page.test_match_page_in_browser import opened
from tests.play.sitting import Sitting
from tests.play.table import Table
from tests.play.test_live_pages import allow_live, go_on, shared_live
from tests.play.test_match_pages import served
from tests.play.test_replay import private, seated
from tests.playground.page.accessible import expect_nothing_serious

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class LiveMatch:
    """A live match that is shared after a turn."""

    sitting: Sitting
    address: str


@pytest_asyncio.fixture(loop_scope="session")
async def match(table: Table) -> AsyncIterator[LiveMatch]:
    async with served(table) as web:
        await allow_live(table)
        sitting = await seated(table)
        await sitting.play(["Kc3"])
        path = await shared_live(sitting)
        yield LiveMatch(sitting, f"http://127.0.0.1:{web.port}{path}")


@pytest.mark.parametrize("streams", [64, 0])
async def test_turns_come_by_themselves_until_the_match_is_over(
    browser: Browser,
    table: Table,
    match: LiveMatch,
    streams: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", streams)
    page = await opened(browser, match.address)
    faults = list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    status = page.locator(".status")
    await expect(status).to_have_text("Live: Bob to move")
    await expect_nothing_serious(page)
    await go_on(match.sitting, 1, "Kd4")
    await expect(page.locator(".result")).to_contain_text("Turn 2, Bob:", timeout=20_000)
    await expect(status).to_have_text("Live: Ada to move")
    await expect(page).to_have_url(re.compile("/2$"))
    # One who looks at an earlier turn stays there, and reads that there is another.
    await page.keyboard.press("Home")
    await expect(status).to_contain_text("2 turns were played since")
    await go_on(match.sitting, 2, "Ke5")
    await expect(status).to_contain_text("3 turns were played since", timeout=20_000)
    await page.keyboard.press("End")
    await expect(status).to_have_text("Live: Bob to move")
    resigning = UserId(match.sitting.orange.id)
    await table.services.matches.resign(resigning, MatchId(match.sitting.number))
    await expect(page.locator(".result")).to_have_text("Bob wins: Ada resigned", timeout=20_000)
    await expect(status).to_have_text("")
    assert faults == []
    await page.context.close()


async def test_a_page_that_is_revoked_goes_from_the_screen(
    browser: Browser, match: LiveMatch
) -> None:
    page = await opened(browser, match.address)
    await expect(page.locator(".status")).to_have_text("Live: Bob to move")
    panel = private(await match.sitting.more(match.sitting.gray, "Share live"))
    await match.sitting.gray.press(panel, "Stop sharing")
    await expect(page.locator("body")).to_contain_text("There is no match here", timeout=20_000)
    await page.context.close()


async def test_without_scripts_a_live_match_is_read_by_asking_again(
    browser: Browser, match: LiveMatch
) -> None:
    page = await opened(browser, match.address, scripts=False)
    await go_on(match.sitting, 1, "Kd4")
    await page.reload()
    await page.get_by_role("link", name="1 turn was played since: see it").click()
    await expect(page.locator(".status")).to_have_text("Live: Ada to move")
    await page.context.close()
