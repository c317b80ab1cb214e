"""The page judged by axe, in each of its states: nothing serious may be found."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.play.sitting import TO_A_CHOICE, sit_down
from tests.play.table import running_bot
from tests.playground.page.client import House
from tests.playground.page.conftest import StartBot, Visit
from tests.playground.page.hands import board_shown, compose, go_to, left, send_command, settled
from tests.playground.page.table_director import TableDirector

pytestmark = pytest.mark.browser
AXE = files("axe_playwright_python") / "axe.min.js"
GRAVE = ("serious", "critical")
SCHEMES = ("dark", "light")


async def expect_nothing_serious(page: Page) -> None:
    """Let axe judge what is shown; the script comes with a package, not from the network."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    told: dict[str, Any] = await page.evaluate("axe.run({resultTypes: ['violations']})")
    found = [
        f"{each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
        for each in told["violations"]
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_every_component_and_the_composer(
    house: House, start_bot: StartBot, visit: Visit, scheme: Any
) -> None:
    await start_bot()
    page = await visit(house.page.invitation())
    await page.emulate_media(color_scheme=scheme)
    pane = left(page)
    await send_command(pane, "/show")
    await pane.get_by_role("button", name="Silence").click()
    await expect(pane.get_by_role("alert")).to_have_text("This interaction failed")
    await pane.get_by_role("button", name="A colour").click()
    await expect(pane.get_by_role("option", name="Orange")).to_be_visible()
    await expect_nothing_serious(page)
    await page.keyboard.press("Escape")
    await compose(pane, "/sing b")
    await expect(pane.get_by_role("option", name="Bob")).to_be_visible()
    await expect_nothing_serious(page)
    await page.keyboard.press("Escape")
    await pane.get_by_role("button", name="Form").click()
    await expect(page.get_by_role("dialog", name="A note")).to_be_visible()
    await expect_nothing_serious(page)


@pytest.mark.parametrize(
    ("scheme", "size"), [("dark", (1280, 800)), ("light", (1280, 800)), ("dark", (390, 844))]
)
async def test_a_match_with_a_choice_the_menus_and_the_directors_bar(
    house: House, visit: Visit, tmp_path: Path, scheme: Any, size: tuple[int, int]
) -> None:
    async with running_bot(house.playground, tmp_path / "boop.sqlite3") as table:
        await house.page.set_director(TableDirector(table))
        ada, bob = house.playground.person("ada"), house.playground.person("bob")
        connection = await sit_down(house.playground, ada, bob, house.playground.channel("games"))
        await connection.play(TO_A_CHOICE)
        await bob.command("place", channel=connection.place, square="e1")
        page = await visit(house.page.invitation(), *size)
        await page.emulate_media(color_scheme=scheme)
        pane = left(page)
        await settled(pane)
        await expect_nothing_serious(page)
        if size[0] < 600:
            await pane.get_by_role("button", name="Channels").click()
        await go_to(pane, "boop #1")
        await board_shown(pane, 0)
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
