"""A link to a shared match on the playground's page: the card below it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.kit.accessible import expect_nothing_serious
from tests.kit.finished_matches import play_and_resign
from tests.kit.match_pages import ADDRESS, path_in, request_link, serve_match_pages
from tests.kit.page_actions import left_pane, save_picture, wait_for_messages
from tests.kit.pages import House
from tests.kit.tables import Table
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.night
@pytest.mark.parametrize("width", [360, 1280])
async def test_a_link_that_is_posted_gets_a_card(
    club: House, table: Table, visit: Visit, width: int
) -> None:
    async with serve_match_pages(table) as web:
        club.playground.unfurler.know(ADDRESS, f"http://127.0.0.1:{web.port}")
        server_match = await play_and_resign(table)
        path = path_in(await request_link(server_match.gray, server_match.board()))
        page = await visit(club.page.invitation(), width, 740)
        pane = left_pane(page)
        await wait_for_messages(pane)
        club.playground.person("ada").say(club.playground.channel("games"), f"{ADDRESS}{path}")
        card = pane.locator(".embed")
        await expect(card.get_by_role("link", name="Ada against Bob")).to_be_visible()
        await expect(card.locator("img")).to_have_attribute("alt", re.compile("."))
        await expect(card.locator("img")).to_have_js_property("naturalWidth", 1200)
        box = await card.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        await expect_nothing_serious(page)
        await save_picture(page, f"unfurled-{width}")
