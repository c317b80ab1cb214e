"""What players see when the bot's process is killed, restarted and switched off from the page."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from playground import Limits, Playground
from tests.cli.test_keeping import UNHURRIED, KeptBot, keeping_in
from tests.kit.page_actions import go_to, left_pane, right_pane, send_command, wait_for_board
from tests.kit.server_matches import start_match_between
from tests.playground.page.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.process]


@pytest_asyncio.fixture(loop_scope="session")
async def kept(tmp_path: Path) -> AsyncIterator[KeptBot]:
    async with keeping_in(tmp_path) as kept:
        yield kept


@pytest_asyncio.fixture(loop_scope="session")
async def page(kept: KeptBot, visit: Visit) -> Page:
    """A match that has begun, Ada to move at the left."""
    playground: Playground = kept.playground
    people = playground.person("ada"), playground.person("bob")
    await start_match_between(playground, *people, playground.channel("games"))
    page = await visit(kept.page.invitation())
    for pane in (left_pane(page), right_pane(page)):
        await go_to(pane, "#1 ·")
        await wait_for_board(pane, 0)
    return page


def state(page: Page) -> Locator:
    return page.locator(".bot-state")


async def press(page: Page, name: str) -> None:
    await page.locator(".director").get_by_role("button", name=name, exact=True).click()


@pytest.mark.night
async def test_a_match_continues_after_the_bot_was_killed(kept: KeptBot, page: Page) -> None:
    await press(page, "Kill")
    await expect(page.locator(".director-status")).to_contain_text("The bot was killed and ")
    await kept.another()
    await expect(state(page)).to_have_text("boop is online")
    await expect(page.locator(".director-status")).to_have_text("The bot was killed and is back.")
    await send_command(left_pane(page), "/place c3")
    await wait_for_board(right_pane(page), 1)


@pytest.mark.night
async def test_a_stopped_bot_costs_players_no_time(kept: KeptBot, page: Page) -> None:
    ada = left_pane(page)
    await press(page, "Stop the bot")
    await expect(state(page)).to_have_text("boop is switched off")
    await expect(ada.locator(".member").filter(has_text="boop")).to_contain_text("offline")
    place = ada.get_by_role("button", name="c", exact=True)
    kept.playground.interactions.limits = Limits()
    await place.click()
    await expect(ada.get_by_role("alert")).to_have_text("This interaction failed")
    kept.playground.interactions.limits = UNHURRIED
    await press(page, "1 day")
    await expect(page.locator(".director-status")).to_have_text("1 day went by.")
    runs = ada.locator("time[data-runs]").last
    await expect(runs).to_have_text(re.compile("in (1 day|2 days)"))
    await press(page, "Start the bot")
    await kept.another()
    await expect(state(page)).to_have_text("boop is online")
    # The bot gives back the day that it was away.
    await send_command(ada, "/board")
    await expect(ada.locator("time[data-runs]").last).to_have_text(re.compile("in (2|3) days"))
