"""axe checks the page in each of its states and must find nothing serious."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.kit.accessible import SCHEMES, expect_nothing_serious
from tests.kit.page_actions import compose, left_pane, send_command
from tests.kit.pages import House
from tests.playground.page.conftest import StartBot, Visit

pytestmark = pytest.mark.browser


@pytest.mark.night
@pytest.mark.parametrize("scheme", SCHEMES)
async def test_every_component_and_the_composer_are_accessible(
    house: House, start_bot: StartBot, visit: Visit, scheme: Any
) -> None:
    await start_bot()
    page = await visit(house.page.invitation())
    await page.emulate_media(color_scheme=scheme)
    pane = left_pane(page)
    await send_command(pane, "/show")
    house.playground.interactions.hasten_next(1.0)
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
