"""The public leaderboard in a browser: accessible, on a phone too, and without scripts."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.jobs.clock import SystemClock
from bot.match.identity import UserId
from bot.services import open_services
from bot.web.tables import ON_A_PAGE
from tests.kit.accessible import SCHEMES, expect_nothing_serious
from tests.kit.leaderboard_pages import (
    erase_user,
    insert_ratings,
    insert_seasons,
    publish,
    serve_leaderboards,
)
from tests.kit.thoroughness import sampled
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser
NAMES = {1003: "A name as long as names may be, W", 1008: "Ada", 1009: "عَدا"}


@pytest.mark.parametrize("scheme", sampled(SCHEMES, 1))
async def test_the_leaderboard_is_readable_on_a_phone(
    visit: Visit, tmp_path: Path, scheme: Any
) -> None:
    path = tmp_path / "boop.sqlite3"
    async with open_services(path, SystemClock(), random.Random(1)) as services:
        await publish(services)
        insert_seasons(path, (1.7e9, 1.71e9), (1.71e9, None))
        insert_ratings(path, [1400 + 3 * number for number in range(ON_A_PAGE + 10)], scope=2)
        erase_user(path, 1050)
        async with serve_leaderboards(services) as served:
            served.names.people.update({UserId(key): name for key, name in NAMES.items()})
            page = await visit(f"{served.address}/servers/7/leaderboard", 350, 800)
            await page.emulate_media(color_scheme=scheme)
            await expect_nothing_serious(page)
            assert await page.evaluate("document.documentElement.scrollWidth") <= 350
            # The style applies only if the content security policy allows it.
            shown = "getComputedStyle(document.querySelector('caption')).textAlign"
            assert await page.evaluate(shown) == "left"
            await page.get_by_role("link", name="Next").click()
            row = page.get_by_role("row", name="Ada")
            await expect(row).to_contain_text("1421?")
            assert await page.evaluate("document.documentElement.scrollWidth") <= 350
            folder = os.environ.get("BOOP_PICTURES")
            if folder:
                await page.screenshot(path=Path(folder) / f"leaderboard-{scheme}.png")
            await page.get_by_role("link", name="All time").click()
            await expect(page.get_by_text("No one is ranked here yet.")).to_be_visible()
            await expect_nothing_serious(page)
