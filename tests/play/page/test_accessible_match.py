"""A match on the page: axe must find nothing serious."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.kit.accessible import expect_nothing_serious
from tests.kit.page_actions import go_to, left_pane, wait_for_board, wait_for_messages
from tests.kit.pages import House
from tests.kit.server_matches import TO_A_CHOICE, start_match_between
from tests.kit.tables import run_bot
from tests.play.page.table_director import TableDirector
from tests.playground.page.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.night
@pytest.mark.parametrize(
    ("scheme", "size"),
    [("dark", (1280, 800)), ("light", (1280, 800)), ("dark", (390, 844))],
)
async def test_a_match_with_a_choice_the_menus_and_the_directors_bar(
    house: House, visit: Visit, tmp_path: Path, scheme: Any, size: tuple[int, int]
) -> None:
    async with run_bot(house.playground, tmp_path / "boop.sqlite3") as table:
        await house.page.set_director(TableDirector(table))
        ada, bob = house.playground.person("ada"), house.playground.person("bob")
        connection = await start_match_between(
            house.playground, ada, bob, house.playground.channel("games")
        )
        await connection.play(TO_A_CHOICE)
        await bob.command("place", channel=connection.place, square="e1")
        page = await visit(house.page.invitation(), *size)
        await page.emulate_media(color_scheme=scheme)
        pane = left_pane(page)
        await wait_for_messages(pane)
        await expect_nothing_serious(page)
        if size[0] < 600:
            await pane.get_by_role("button", name="Channels").click()
        await go_to(pane, "#1 ·")
        await wait_for_board(pane, 0)
        await expect_nothing_serious(page)
        await pane.get_by_role("button", name=re.compile("Mentions")).click()
        await expect(pane.get_by_role("heading", name="Mentions")).to_be_visible()
        await page.get_by_role("button", name="Director", exact=True).click()
        await expect(page.get_by_role("heading", name="People")).to_be_visible()
        await expect_nothing_serious(page)
        await page.keyboard.press("Escape")
        message = pane.locator(".message").last
        await message.focus()
        await page.keyboard.press("Shift+F10")
        await expect(pane.get_by_role("menu")).to_be_visible()
        await expect_nothing_serious(page)
        await page.keyboard.press("Escape")
        await expect(pane.get_by_role("menu")).to_have_count(0)
        await expect(message).to_be_focused()
